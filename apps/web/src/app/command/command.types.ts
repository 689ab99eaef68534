import type { ReactNode } from 'react';

/** The order without a search. */
export const COMMAND_GROUPS = ['pages', 'stores', 'actions', 'invoices'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export type Command = {
  readonly id: string;
  readonly group: CommandGroup;
  /** In the user's language; `lang` is set where it differs. */
  readonly label: string;
  readonly lang?: string | undefined;
  /** Additional keywords: English names, an id, a code. */
  readonly words: readonly string[];
  /** Listed only when searched for. */
  readonly isQuiet?: boolean;
  readonly icon: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  /** Runs once the menu is closed and the focus is restored. */
  readonly run?: () => void;
  /** Typed into the box instead of running, and the menu stays open. */
  readonly asks?: string;
};

export type CommandSection = { readonly group: CommandGroup; readonly commands: readonly Command[] };
