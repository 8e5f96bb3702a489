import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { STATES } from './states.ts';

export const VARIANTS = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Returns the file name of one image. */
export const imageName = (screen: string, state: string, variant: Variant): string =>
  `${screen}.${state}.${variant}.png`;

const STYLE = `
body { margin: 16px; font: 14px system-ui; background: #888; color: #fff; width: 2560px }
.row { display: flex; gap: 12px; margin: 0 0 16px; align-items: flex-start }
.row > b { width: 60px; flex: none }
img { display: block } img.desktop { width: 900px } img.phone { width: 275px }`;

/** Writes a page with all images of a screen, a row for each state, and a PNG of that page. */
export async function writeSheet(browser: Browser, folder: string, screen: string): Promise<void> {
  const rows = STATES.map((state) => {
    const images = VARIANTS.map(
      (variant) =>
        `<img class="${variant.split('-')[0]}" src="${imageName(screen, state, variant)}" alt="${state}, ${variant}">`,
    );
    return `<div class="row"><b>${state}</b>${images.join('')}</div>`;
  });
  const html = `<!doctype html><meta charset="utf-8"><title>${screen}</title><style>${STYLE}</style><h1>${screen}</h1>${rows.join('\n')}`;
  const path = join(folder, `${screen}.html`);
  await writeFile(path, html);
  const page = await browser.newPage({ viewport: { width: 2592, height: 1000 } });
  await page.goto(`file://${path}`);
  await page.screenshot({ path: join(folder, `${screen}.png`), fullPage: true });
  await page.close();
}

/** Writes the page that leads to the sheets of all screens, with those of earlier runs. */
export async function writeIndex(folder: string, screens: readonly string[]): Promise<void> {
  const path = join(folder, 'index.html');
  const before = await readFile(path, 'utf8').catch(() => '');
  const known = [...before.matchAll(/href="([^"]+)\.html"/g)].flatMap(([, name]) => name ?? []);
  const names = [...new Set([...known, ...screens])].toSorted();
  const links = names.map((name) => `<p><a href="${name}.html">${name}</a>`);
  await writeFile(path, `<!doctype html><meta charset="utf-8"><title>Screens</title>${links.join('\n')}`);
}
