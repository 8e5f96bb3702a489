/** Shapes in points from the top left corner; PDF pages, slides and images draw the same ones. */
export type Shape =
  | {
      kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      fill?: string;
      stroke?: string;
      lineWidth?: number;
    }
  | {
      kind: 'line';
      x1: number;
      y1: number;
      x2: number;
      y2: number;
      color: string;
      lineWidth?: number;
      dashed?: boolean;
    }
  | {
      kind: 'ellipse';
      x: number;
      y: number;
      rx: number;
      ry: number;
      fill?: string;
      stroke?: string;
      lineWidth?: number;
    }
  | TextShape
  | { kind: 'path'; d: string; x: number; y: number; fill?: string; stroke?: string; lineWidth?: number };

interface TextShape {
  kind: 'text';
  /** Position of the start, the middle or the end, as `align` says, on the baseline. */
  x: number;
  y: number;
  text: string;
  size: number;
  color?: string;
  bold?: boolean;
  align?: 'left' | 'center' | 'right';
}

export interface Drawing {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

export const COLORS = {
  navy: '#1f3a5f',
  teal: '#2a7f86',
  sand: '#c9a45c',
  rust: '#b5533c',
  sky: '#8fb8d0',
  slate: '#5b6673',
  line: '#c8ced6',
  pale: '#eef2f6',
  ink: '#1c2530',
  white: '#ffffff',
} as const;

export const SERIES_COLORS = [COLORS.navy, COLORS.teal, COLORS.sand, COLORS.rust, COLORS.sky, COLORS.slate];

/** Moves shapes, for example a chart into a slide. */
export function moveShapes(shapes: readonly Shape[], dx: number, dy: number): Shape[] {
  return shapes.map((shape) =>
    shape.kind === 'line'
      ? { ...shape, x1: shape.x1 + dx, x2: shape.x2 + dx, y1: shape.y1 + dy, y2: shape.y2 + dy }
      : { ...shape, x: shape.x + dx, y: shape.y + dy },
  );
}
