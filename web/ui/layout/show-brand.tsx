import { type ReactNode, useEffect } from 'react';
import { BrandContext, type ShownBrand } from './brand-context.ts';

type Scope = 'room' | 'installation';

/** The brands that are shown now, by their scope. The effect of an inner component runs before that of an outer one. */
const shown: Partial<Record<Scope, ShownBrand>> = {};
let ownIcon: string | undefined;

/** Sets the color and the icon of the page, which lie outside of what React renders, by the innermost brand. */
function apply(scope: Scope, brand: ShownBrand | undefined, onName: ShowBrandProps['onName']): void {
  if (brand) shown[scope] = brand;
  else delete shown[scope];
  const { name = null, accentColor = null, iconUrl = null } = shown.room ?? shown.installation ?? {};
  onName(name);
  const { style } = document.documentElement;
  if (accentColor === null) {
    style.removeProperty('--color-accent');
    style.removeProperty('--color-accent-hover');
  } else {
    style.setProperty('--color-accent', accentColor);
    style.setProperty('--color-accent-hover', `color-mix(in oklab, ${accentColor} 85%, black)`);
  }
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  ownIcon ??= icon.href;
  icon.href = iconUrl ?? ownIcon;
}

interface ShowBrandProps {
  brand: ShownBrand;
  scope: Scope;
  /** Called with the name of the innermost brand, or with `null` where it has none. */
  onName: (name: string | null) => void;
  children: ReactNode;
}

/** Shows a brand in place of the product's, or that of a room in place of the installation's. */
export function ShowBrand({ brand, scope, onName, children }: ShowBrandProps) {
  useEffect(() => {
    apply(scope, brand, onName);
    return () => apply(scope, undefined, onName);
  }, [brand, scope, onName]);
  return <BrandContext value={brand}>{children}</BrandContext>;
}
