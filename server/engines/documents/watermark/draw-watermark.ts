import type { SKRSContext2D } from '@napi-rs/canvas';
import {
  DEFAULT_WATERMARK_LOOK,
  type WatermarkColor,
  type WatermarkLook,
} from '#shared/domain/links/watermarks.ts';
import { loadFonts, SANS } from '../rendering/fonts.ts';

/** A text in the usual look, or with one of its own. */
export type WatermarkText = string | { readonly text: string; readonly look: WatermarkLook };

/** Red, green and blue, with a share that leaves the page readable. */
const COLORS: Readonly<Record<WatermarkColor, string>> = {
  gray: '60, 60, 60, 0.22',
  black: '0, 0, 0, 0.3',
  red: '190, 20, 20, 0.28',
  blue: '20, 60, 190, 0.28',
};

export const styled = (mark: WatermarkText): { readonly text: string; readonly look: WatermarkLook } =>
  typeof mark === 'string' ? { text: mark, look: DEFAULT_WATERMARK_LOOK } : mark;

/** Letters of a 60th of the width are read with ease on a page as wide as a screen, and leave the text below readable. */
const fontSizeFor = (width: number, percent: number): number =>
  Math.max(8, Math.round((width / 60) * (percent / 100)));

/**
 * Writes a text across an area again and again, close enough that whatever is cut out of a page carries it. Dark on light and
 * light on dark at once, so that it shows on every ground.
 */
export function drawWatermark(
  context: SKRSContext2D,
  width: number,
  height: number,
  mark: WatermarkText,
): void {
  const { text, look } = styled(mark);
  loadFonts();
  const size = fontSizeFor(width, look.size);
  context.save();
  context.font = `${size}px ${SANS}`;
  const step = context.measureText(text).width + size * 3;
  const reach = Math.hypot(width, height) / 2;
  context.translate(width / 2, height / 2);
  context.rotate((-look.angle * Math.PI) / 180);
  let row = 0;
  for (let y = -reach; y <= reach; y += size * 6 * (100 / look.density)) {
    row += 1;
    // Every second line begins half a text further, so that no empty lane runs through.
    for (let x = -reach - (row % 2) * (step / 2); x <= reach; x += step) {
      context.fillStyle = 'rgba(255, 255, 255, 0.22)';
      context.fillText(text, x + 1, y + 1);
      context.fillStyle = `rgba(${COLORS[look.color]})`;
      context.fillText(text, x, y);
    }
  }
  context.restore();
}
