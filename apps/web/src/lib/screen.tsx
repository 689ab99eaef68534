import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';

/**
 * Who a screen is for. The server enforces every permission; this only decides what is shown.
 * - public: everyone · guest: signed-in users are sent on · member: signed in with a verified e-mail · admin: role ADMIN
 */
export type ScreenAccess = 'public' | 'guest' | 'member' | 'admin';

export type Screen = {
  /** As the router writes it: /invoice-details/:transId. */
  path: string;
  access: ScreenAccess;
  /** shell: sidebar and header · auth: the two columns of sign-in · bare: nothing around it. */
  frame: 'shell' | 'auth' | 'bare';
  load: () => Promise<{ default: ComponentType }>;
};

const Registered = createContext<ReadonlySet<string>>(new Set());

export const ScreensProvider = ({ screens, children }: { screens: readonly Screen[]; children: ReactNode }) => (
  <Registered value={new Set(screens.map((screen) => screen.path))}>{children}</Registered>
);

const pathOf = (to: string) => to.split(/[?#]/)[0] ?? to;

/** Whether a path leads to a screen. Navigation and links ask, so that nothing points nowhere. */
export function useHasScreen(): (to: string) => boolean {
  const paths = use(Registered);
  return (to) => paths.has(pathOf(to));
}

export type ScreenLinkProps = {
  to: string;
  className?: string;
  /** What stands there while the screen does not exist: nothing, or the words without a link. */
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
