import type { LinkAccess } from '#shared/contracts/links/link-access.ts';
import { loadBrand } from './access-calls.ts';

const find = (id: string) => document.getElementById(id) as HTMLElement; // the page contains all of them

/** Shows a text, or hides its element without one. */
export function showText(element: HTMLElement, text: string | null): void {
  element.hidden = !text;
  element.textContent = text;
}

const isDark = (): boolean => {
  const { scheme } = document.documentElement.dataset;
  return scheme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
};

/** Shows the room or the organization in place of the product. */
export function renderBrand({
  name,
  logoUrls,
  iconUrl,
  accentColor,
  footer,
  welcomeText,
}: LinkAccess['brand']): void {
  if (name !== null) {
    find('brand').textContent = name;
    document.title = `Shared with you · ${name}`;
  }
  const logo = (isDark() && logoUrls.dark) || logoUrls.light || logoUrls.dark;
  if (logo) {
    find('logo').setAttribute('src', logo);
    find('logo').classList.add(logo === logoUrls.dark ? 'on-dark' : 'on-white');
  }
  if (iconUrl !== null) document.querySelector('link[rel="icon"]')?.setAttribute('href', iconUrl);
  if (accentColor !== null) {
    const { style } = document.documentElement;
    style.setProperty('--accent', accentColor);
    style.setProperty('--accent-hover', `color-mix(in oklab, ${accentColor} 85%, black)`);
  }
  showText(find('welcome'), welcomeText);
  showText(find('footer'), footer);
}

/**
 * Shows the organization on the page of a link that does not open, which says nothing of its room, if that is still so once the
 * brand is known.
 */
export async function showInstallationBrand(isClosed: () => boolean): Promise<void> {
  // The product is shown without a brand.
  const brand = await loadBrand().catch(() => null);
  if (brand && isClosed()) renderBrand({ ...brand, welcomeText: null });
}
