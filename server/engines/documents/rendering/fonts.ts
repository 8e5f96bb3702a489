import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/** pdf.js brings these, so that text is drawn on a machine without any font; the machine's own fill in other scripts. */
const BUNDLED = {
  'Muniment Sans': 'LiberationSans-Regular.ttf',
  'Muniment Bold': 'LiberationSans-Bold.ttf',
  'Muniment Mono': 'FoxitFixed.pfb',
} as const;

export const SANS = '"Muniment Sans", sans-serif';
export const BOLD = '"Muniment Bold", sans-serif';
export const MONO = '"Muniment Mono", "Muniment Sans", monospace';

let isLoaded = false;

export function loadFonts(): void {
  if (isLoaded) return;
  isLoaded = true;
  for (const [name, file] of Object.entries(BUNDLED)) {
    const path = fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/${file}`));
    if (GlobalFonts.registerFromPath(path, name) === null) throw new Error(`the font ${file} is missing`);
  }
}
