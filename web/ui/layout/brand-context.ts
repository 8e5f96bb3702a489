import { createContext, useContext } from 'react';

/** In whose name the pages are shown; `null` where the product's own stands. */
export interface ShownBrand {
  readonly name: string | null;
  readonly logoUrls: { readonly light: string | null; readonly dark: string | null };
  readonly iconUrl: string | null;
  readonly accentColor: string | null;
  readonly footer: string | null;
  readonly welcomeText: string | null;
}

/** Nothing is set: the product's name and mark are shown. */
export const NO_BRAND: ShownBrand = {
  name: null,
  logoUrls: { light: null, dark: null },
  iconUrl: null,
  accentColor: null,
  footer: null,
  welcomeText: null,
};

/** The organization, or on the pages of a room its brand, to which the mark of the product gives way. */
export const BrandContext = createContext<ShownBrand>(NO_BRAND);

/** Returns the name in which the page is shown. */
export const useProductName = (): string => useContext(BrandContext).name ?? 'Muniment';
