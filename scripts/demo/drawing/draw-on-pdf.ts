import { type Color, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Drawing, Shape } from './drawing.ts';

interface DrawingFonts {
  regular: PDFFont;
  bold: PDFFont;
}

/** Draws with the top left corner at `left` and `top`, of which `top` counts from the bottom of the page. */
export function drawOnPdf(
  page: PDFPage,
  fonts: DrawingFonts,
  { shapes }: Drawing,
  left: number,
  top: number,
  scale = 1,
): void {
  for (const shape of shapes) drawShape(page, fonts, shape, { left, top, scale });
}

interface Place {
  left: number;
  top: number;
  scale: number;
}

function drawShape(page: PDFPage, fonts: DrawingFonts, shape: Shape, { left, top, scale }: Place): void {
  const toX = (x: number) => left + x * scale;
  const toY = (y: number) => top - y * scale;
  if (shape.kind === 'text') {
    const font = shape.bold ? fonts.bold : fonts.regular;
    const size = shape.size * scale;
    const width = font.widthOfTextAtSize(shape.text, size);
    const shift = shape.align === 'center' ? width / 2 : shape.align === 'right' ? width : 0;
    page.drawText(shape.text, {
      x: toX(shape.x) - shift,
      y: toY(shape.y),
      size,
      font,
      color: parseColor(shape.color ?? '#000000'),
    });
    return;
  }
  const lineWidth = (shape.lineWidth ?? 1) * scale;
  if (shape.kind === 'line') {
    page.drawLine({
      start: { x: toX(shape.x1), y: toY(shape.y1) },
      end: { x: toX(shape.x2), y: toY(shape.y2) },
      thickness: lineWidth,
      color: parseColor(shape.color),
      ...(shape.dashed && { dashArray: [4 * scale, 3 * scale] }),
    });
    return;
  }
  const style = {
    borderWidth: shape.stroke ? lineWidth : 0,
    ...(shape.fill && { color: parseColor(shape.fill) }),
    ...(shape.stroke && { borderColor: parseColor(shape.stroke) }),
  };
  if (shape.kind === 'path') page.drawSvgPath(shape.d, { x: toX(shape.x), y: toY(shape.y), scale, ...style });
  else if (shape.kind === 'rect') {
    const [width, height] = [shape.width * scale, shape.height * scale];
    page.drawRectangle({ x: toX(shape.x), y: toY(shape.y) - height, width, height, ...style });
  } else {
    page.drawEllipse({
      x: toX(shape.x),
      y: toY(shape.y),
      xScale: shape.rx * scale,
      yScale: shape.ry * scale,
      ...style,
    });
  }
}

/** Returns the color that CSS writes as `#rrggbb`. */
export function parseColor(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return rgb(((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255);
}
