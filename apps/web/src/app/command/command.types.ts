import type { ReactNode } from 'react';

/** In this order where nothing is looked for. */
export const COMMAND_GROUPS = ['pages', 'merchants', 'actions', 'invoices'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export type Command = {
  readonly id: string;
  readonly group: CommandGroup;
  /** In the user's language; lang says so where it is another one. */
  readonly label: string;
  readonly lang?: string | undefined;
  /** Further words it is found by: English for those who know it, an id, a code. */
  readonly words: readonly string[];
  /** Listed only when it is looked for. */
  readonly isQuiet?: boolean;
  readonly icon: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  /** Done once the menu is gone and the focus is back. */
  readonly run?: () => void;
  /** Instead of doing something it is typed into the box, and the menu stays. */
  readonly asks?: string;
};

export type CommandSection = { readonly group: CommandGroup; readonly commands: readonly Command[] };
