import type { ReactNode } from 'react';
import { setBrandOfTitles } from '#web/lib/browser/page-title.ts';
import { NO_BRAND } from '#web/ui/layout/brand-context.ts';
import { ShowBrand } from '#web/ui/layout/show-brand.tsx';
import { usePublicSettings } from '../api.ts';

/** Shows the brand of the installation in place of the product's. */
export const BrandProvider = ({ children }: { children: ReactNode }) => (
  <ShowBrand brand={usePublicSettings()?.brand ?? NO_BRAND} scope="installation" onName={setBrandOfTitles}>
    {children}
  </ShowBrand>
);
