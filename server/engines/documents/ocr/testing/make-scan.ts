import { createCanvas } from '@napi-rs/canvas';

interface ScanOptions {
  readonly width?: number;
  readonly height?: number;
  /** The size of the letters, in pixels. */
  readonly size?: number;
  readonly isDark?: boolean;
  /** Degrees. */
  readonly rotation?: number;
}

/** Draws lines of text as they look on a scanned page. */
function drawScan(
  lines: readonly string[],
  { width = 1000, height = 400, size = 44, isDark = false, rotation = 0 }: ScanOptions = {},
) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = isDark ? 'black' : 'white';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((rotation * Math.PI) / 180);
  const [left, top] = rotation % 180 === 0 ? [-width / 2, -height / 2] : [-height / 2, -width / 2];
  context.fillStyle = isDark ? 'white' : 'black';
  context.font = `${size}px serif`;
  for (const [index, line] of lines.entries())
    context.fillText(line, left + size, top + size * 1.6 * (index + 1.5));
  return canvas;
}

export const makeScan = (
  lines: readonly string[],
  options: ScanOptions = {},
  format: 'jpeg' | 'png' = 'jpeg',
) =>
  format === 'png'
    ? drawScan(lines, options).encodeSync('png')
    : drawScan(lines, options).encodeSync('jpeg', 90);
