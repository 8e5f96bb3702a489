import type { SKRSContext2D } from '@napi-rs/canvas';
import { loadFonts, SANS } from '../rendering/fonts.ts';

const ANGLE = -Math.PI / 6;

/** Letters of a 60th of the width are read with ease on a page as wide as a screen, and leave the text below readable. */
const fontSizeFor = (width: number): number => Math.max(8, Math.round(width / 60));

/**
 * Writes a text across an area again and again, close enough that whatever is cut out of a page carries it. Dark on light and
 * light on dark at once, so that it shows on every ground.
 */
export function drawWatermark(context: SKRSContext2D, width: number, height: number, text: string): void {
  loadFonts();
  const size = fontSizeFor(width);
  context.save();
  context.font = `${size}px ${SANS}`;
  const step = context.measureText(text).width + size * 3;
  const reach = Math.hypot(width, height) / 2;
  context.translate(width / 2, height / 2);
  context.rotate(ANGLE);
  let row = 0;
  for (let y = -reach; y <= reach; y += size * 6) {
    row += 1;
    // Every second line begins half a text further, so that no empty lane runs through.
    for (let x = -reach - (row % 2) * (step / 2); x <= reach; x += step) {
      context.fillStyle = 'rgba(255, 255, 255, 0.22)';
      context.fillText(text, x + 1, y + 1);
      context.fillStyle = 'rgba(60, 60, 60, 0.22)';
      context.fillText(text, x, y);
    }
  }
  context.restore();
}
