import type { Menu } from 'radix-ui/internal';
import { createContext, use } from 'react';

/** The library's parts come with the menu's content; its items are only ever rendered inside of it. */
export type MenuParts = Pick<typeof Menu, 'Item' | 'RadioGroup' | 'RadioItem' | 'ItemIndicator' | 'Label' | 'Separator'>;

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined);

export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (parts === undefined) throw new Error('an item is outside of its menu');
  return parts;
}
