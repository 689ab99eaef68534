import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';

/** Menus, tabs and sliders turn their arrow keys round in languages that are written from the right. */
export const DirectionProvider = ({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) => (
  <Direction.Provider dir={dir}>{children}</Direction.Provider>
);
