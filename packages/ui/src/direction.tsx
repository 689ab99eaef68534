import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';

/** Menus, tabs and sliders reverse their arrow keys in right-to-left languages. */
export const DirectionProvider = ({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) => (
  <Direction.Provider dir={dir}>{children}</Direction.Provider>
);
