import type { TeamPermission } from '@stablegate/contract';
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { CardLayout } from './lists/card-skeletons';

/**
 * Who a screen is for. The server enforces every permission; this only decides what is shown.
 * - public: everyone · guest: signed-in users are sent on · member: signed in with a verified e-mail · admin: role ADMIN
 */
export type ScreenAccess = 'public' | 'guest' | 'member' | 'admin';

export type Screen = {
  /** As the router writes it: /invoice-details/:transId. */
  path: string;
  access: ScreenAccess;
  /** shell: sidebar and header · admin: the back office · auth: the two columns of sign-in · payer: for customers · bare: no frame. */
  frame: 'shell' | 'admin' | 'auth' | 'payer' | 'bare';
  load: () => Promise<{ default: ComponentType }>;
  /** Values of the query parameter tab, the default first. */
  tabs?: readonly ScreenTab[];
};

export type ScreenTab = {
  value: string;
  /** The English text, which is the translation key. */
  label: string;
  /** Of the role in the account's team; without it the tab is not offered. */
  permission?: TeamPermission;
  Panel: ComponentType;
  /** Drawn while the panel is on the way; one card for a list. */
  skeleton?: CardLayout;
};

const Registered = createContext<ReadonlyMap<string, Screen>>(new Map());

export const ScreensProvider = ({ screens, children }: { screens: readonly Screen[]; children: ReactNode }) => (
  <Registered value={new Map(screens.map((screen) => [screen.path, screen]))}>{children}</Registered>
);

/** Only its path and query are used: any origin works. */
const HERE = 'https://stablegate.invalid';

/** Whether a URL leads to a screen, and to an existing tab. Links check it, so that none is dead. */
export function isRegistered(screens: ReadonlyMap<string, Screen>, to: string): boolean {
  const { pathname, searchParams } = new URL(to, HERE);
  const screen = screens.get(pathname);
  const tab = searchParams.get('tab');
  if (screen?.tabs === undefined || tab === null) return screen !== undefined;
  return screen.tabs.some(({ value }) => value === tab);
}

export function useHasScreen(): (to: string) => boolean {
  const screens = use(Registered);
  return (to) => isRegistered(screens, to);
}

/** For a guest's links: whether a path opens without signing in. */
export function useIsPublic(): (path: string) => boolean {
  const screens = use(Registered);
  return (path) => screens.get(path)?.access === 'public';
}

export function useScreenTabs(path: string): readonly ScreenTab[] {
  return use(Registered).get(path)?.tabs ?? [];
}

export type ScreenLinkProps = {
  to: string;
  className?: string;
  /** Shown while the screen does not exist: nothing, or the text without a link. */
  otherwise?: 'nothing' | 'text';
  children: ReactNode;
};

export function ScreenLink({ to, className, otherwise = 'nothing', children }: ScreenLinkProps) {
  const hasScreen = useHasScreen();
  if (hasScreen(to)) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  }
  return otherwise === 'text' ? children : null;
}
