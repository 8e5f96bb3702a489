import { createContext } from 'react';

/** The organization that the mark of the product gives way to; the address of its logo, if it has one. */
export interface ShownBrand {
  readonly name: string | null;
  readonly logoUrl: string | null;
}

export const BrandContext = createContext<ShownBrand>({ name: null, logoUrl: null });
