import { drawLogo } from './covers.ts';
import { COLORS, type Drawing, type Shape } from './drawing.ts';
import { box, label, line } from './shapes.ts';

/** The path of sound in the folded channel of a flow meter, with reference numbers. */
export function drawPatentFigure(key: string): Drawing {
  const isLeak = key === 'phase';
  const pipe: Shape[] = [
    line(30, 90, 420, 90),
    line(30, 150, 420, 150),
    line(30, 120, 420, 120, true, COLORS.slate),
  ];
  const sensor = (x: number, number: string): Shape[] => [
    box(x - 14, 58, 28, 32, COLORS.pale),
    line(x, 58, x + 24, 34),
    label(number, x + 32, 32, 9),
  ];
  const waves = Array.from(
    { length: 9 },
    (_, at): Shape => ({
      kind: 'ellipse',
      x: 240,
      y: 120,
      rx: 10 + at * 14,
      ry: 6 + at * 2.4,
      stroke: COLORS.slate,
      lineWidth: 0.5,
    }),
  );
  return {
    width: 450,
    height: 210,
    shapes: [
      ...pipe,
      ...sensor(90, '12'),
      ...sensor(360, isLeak ? '14' : '16'),
      ...(isLeak
        ? [
            ...waves,
            { kind: 'path', d: 'M 0 0 L 6 18 L -6 18 Z', x: 240, y: 152, fill: COLORS.ink } as const,
            label('20', 254, 174, 9),
            line(90, 188, 240, 188),
            label('d1', 165, 184, 8),
            line(240, 188, 360, 188),
            label('d2', 300, 184, 8),
          ]
        : [
            line(90, 90, 160, 150),
            line(160, 150, 225, 90),
            line(225, 90, 290, 150),
            line(290, 150, 360, 90),
            label('18', 160, 166, 9),
            label('22', 290, 166, 9),
          ]),
      label(isLeak ? 'Fig. 1: location of a leak' : 'Fig. 1: measuring channel', 225, 206, 9),
    ],
  };
}

/** A product in its surroundings, as brochures and slides show it. */
export function drawMeter(width: number, height: number): Drawing {
  const [cx, cy, r] = [width / 2, height * 0.52, Math.min(width, height) * 0.26];
  return {
    width,
    height,
    shapes: [
      { kind: 'rect', x: 0, y: 0, width, height, fill: '#dbe7ee' },
      { kind: 'rect', x: 0, y: height * 0.72, width, height: height * 0.28, fill: '#b9c7cf' },
      { kind: 'rect', x: 0, y: cy - r * 0.42, width, height: r * 0.84, fill: '#b98f4a' },
      { kind: 'rect', x: 0, y: cy - r * 0.3, width, height: r * 0.18, fill: '#dcbf85' },
      { kind: 'ellipse', x: cx, y: cy, rx: r * 1.18, ry: r * 1.18, fill: '#8c6a33' },
      { kind: 'ellipse', x: cx, y: cy, rx: r, ry: r, fill: COLORS.white, stroke: COLORS.slate, lineWidth: 3 },
      {
        kind: 'rect',
        x: cx - r * 0.62,
        y: cy - r * 0.4,
        width: r * 1.24,
        height: r * 0.44,
        fill: '#cfd8c4',
        stroke: COLORS.slate,
        lineWidth: 1,
      },
      {
        kind: 'text',
        x: cx + r * 0.52,
        y: cy - r * 0.08,
        text: '004 217.368',
        size: r * 0.24,
        align: 'right',
        bold: true,
        color: COLORS.ink,
      },
      {
        kind: 'text',
        x: cx,
        y: cy + r * 0.36,
        text: 'Brookline 300',
        size: r * 0.17,
        align: 'center',
        bold: true,
        color: COLORS.navy,
      },
      {
        kind: 'text',
        x: cx,
        y: cy + r * 0.58,
        text: 'Q3 2.5 m³/h   class 1   IP67',
        size: r * 0.1,
        align: 'center',
        color: COLORS.slate,
      },
      ...drawLogo(cx - r * 0.14, cy - r * 0.82, r * 0.28),
    ],
  };
}
