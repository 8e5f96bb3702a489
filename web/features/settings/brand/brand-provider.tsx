import { type ReactNode, useMemo } from 'react';
import { BrandContext } from '#web/ui/layout/brand-context.ts';
import { usePublicSettings } from '../api.ts';
import { buildLogoUrl } from './logo-url.ts';

/** Shows the organization's name and logo in place of the product's. */
export function BrandProvider({ children }: { children: ReactNode }) {
  const brand = usePublicSettings()?.brand;
  const shown = useMemo(
    () => ({ name: brand?.name ?? null, logoUrl: brand?.logo ? buildLogoUrl(brand.logo) : null }),
    [brand],
  );
  return <BrandContext value={shown}>{children}</BrandContext>;
}
