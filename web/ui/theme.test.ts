// Vitest replaces imported style sheets with empty ones, even with ?raw, so this reads the file.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css: string = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

const SURFACES = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'];

/**
 * Colors with their backgrounds and the contrast that WCAG 2.2 AA requires: 4.5 for text, 3 for borders of controls and focus.
 */
const PAIRS: [foreground: string, backgrounds: string[], ratio: number][] = [
  ['ink', [...SURFACES, 'danger-soft', 'success-soft', 'warning-soft'], 4.5],
  ['ink-muted', SURFACES, 4.5],
  ['accent-ink', SURFACES, 4.5],
  ['danger-ink', [...SURFACES, 'danger-soft'], 4.5],
  ['success-ink', [...SURFACES, 'success-soft'], 4.5],
  ['warning-ink', [...SURFACES, 'warning-soft'], 4.5],
  ['on-accent', ['accent', 'accent-hover', 'danger', 'danger-hover'], 4.5],
  ['line-strong', ['canvas', 'surface', 'raised', 'sunken'], 3],
  ['focus', SURFACES, 3],
];

/** Returns the relative luminance of an sRGB color as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function getColor(name: string, scheme: 'light' | 'dark'): string {
  const match = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  const value = match?.[scheme === 'light' ? 1 : 2];
  if (value === undefined) throw new Error(`theme.css has no color ${name}`);
  return value;
}

for (const scheme of ['light', 'dark'] as const) {
  for (const [foreground, backgrounds, minRatio] of PAIRS) {
    test.each(backgrounds)(`${foreground} is legible on %s in the ${scheme} scheme`, (background) => {
      expect(contrast(getColor(foreground, scheme), getColor(background, scheme))).toBeGreaterThanOrEqual(
        minRatio,
      );
    });
  }
}

// The theme removes them, so that such a class would do nothing.
test('no screen uses a color or shadow that only the default theme of Tailwind has', () => {
  const web = join(import.meta.dirname, '..');
  const unknown =
    /\b(?:(?:bg|text|border|outline|fill|stroke)-(?:white|black|gray|red|green|blue|amber)|shadow-(?:xs|sm|md|lg|xl))(?=[\s'"`/-])/;
  const sources = globSync('{apps,features,pages,ui}/**/*.tsx', { cwd: web });
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => unknown.test(readFileSync(join(web, path), 'utf8')))).toEqual([]);
});
