import type { DropdownMenu } from 'radix-ui';
import { createContext, use } from 'react';

/** Provides Radix's menu parts to the items of a menu; they load with the first menu that opens, not with the page. */
export const MenuPrimitivesContext = createContext<typeof DropdownMenu | null>(null);

export function useMenuPrimitives(): typeof DropdownMenu {
  const primitives = use(MenuPrimitivesContext);
  if (!primitives) throw new Error('A menu item must be rendered inside a Menu');
  return primitives;
}
