import { createContext } from 'react';
import type { Brand } from '#shared/contracts/start/brand.ts';

/** Nothing is set: the product's name and mark are shown. */
export const NO_BRAND: Brand = {
  name: null,
  logoUrls: { light: null, dark: null },
  iconUrl: null,
  accentColor: null,
  footer: null,
  welcomeText: null,
};

/** The organization, or on the pages of a room its brand, to which the mark of the product gives way. */
export const BrandContext = createContext<Brand>(NO_BRAND);
