import type { DropdownMenu } from 'radix-ui';
import { createContext, use } from 'react';

/** The library's parts for what stands in a menu. They come with the first menu that opens, not with the page. */
export const MenuPrimitivesContext = createContext<typeof DropdownMenu | null>(null);

export function useMenuPrimitives(): typeof DropdownMenu {
  const parts = use(MenuPrimitivesContext);
  if (!parts) throw new Error('An item of a menu stands outside a menu');
  return parts;
}
