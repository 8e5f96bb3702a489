import { fileURLToPath } from 'node:url';
import { type Canvas, createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { Drawing, Shape } from './drawing.ts';

for (const style of ['Regular', 'Bold'])
  GlobalFonts.registerFromPath(
    fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/LiberationSans-${style}.ttf`)),
    `Demo ${style}`,
  );

/** Draws on a white canvas of `scale` pixels per point. */
export function drawOnCanvas(
  { width, height, shapes }: Drawing,
  scale: number,
  background = '#ffffff',
): Canvas {
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  for (const shape of shapes) drawShape(context, shape);
  return canvas;
}

export function drawShape(context: SKRSContext2D, shape: Shape): void {
  if (shape.kind === 'text') {
    context.fillStyle = shape.color ?? '#000000';
    context.font = `${shape.size}px "Demo ${shape.bold ? 'Bold' : 'Regular'}"`;
    context.textAlign = shape.align ?? 'left';
    context.fillText(shape.text, shape.x, shape.y);
    return;
  }
  context.save();
  context.beginPath();
  if (shape.kind === 'line') {
    context.strokeStyle = shape.color;
    context.lineWidth = shape.lineWidth ?? 1;
    if (shape.dashed) context.setLineDash([4, 3]);
    context.moveTo(shape.x1, shape.y1);
    context.lineTo(shape.x2, shape.y2);
    context.stroke();
  } else {
    context.lineWidth = shape.lineWidth ?? 1;
    if (shape.fill) context.fillStyle = shape.fill;
    if (shape.stroke) context.strokeStyle = shape.stroke;
    if (shape.kind === 'path') {
      context.translate(shape.x, shape.y);
      const path = new Path2D(shape.d);
      if (shape.fill) context.fill(path);
      if (shape.stroke) context.stroke(path);
    } else {
      if (shape.kind === 'rect') context.rect(shape.x, shape.y, shape.width, shape.height);
      else context.ellipse(shape.x, shape.y, shape.rx, shape.ry, 0, 0, 2 * Math.PI);
      if (shape.fill) context.fill();
      if (shape.stroke) context.stroke();
    }
  }
  context.restore();
}
