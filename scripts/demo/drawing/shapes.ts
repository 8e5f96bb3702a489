import { COLORS, type Shape } from './drawing.ts';

export const label = (
  text: string,
  x: number,
  y: number,
  size = 8,
  align: 'left' | 'center' | 'right' = 'center',
): Shape => ({ kind: 'text', text, x, y, size, align, color: COLORS.ink });
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill?: string,
  stroke: string = COLORS.ink,
  lineWidth = 1,
): Shape => ({ kind: 'rect', x, y, width, height, stroke, lineWidth, ...(fill !== undefined && { fill }) });
export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  dashed = false,
  color: string = COLORS.ink,
): Shape => ({ kind: 'line', x1, y1, x2, y2, color, lineWidth: 0.8, dashed });
