import { drawLogo } from './covers.ts';
import { COLORS, type Drawing, type Shape } from './drawing.ts';
import { box, label, line } from './shapes.ts';

/** The plan of the works in Kraków with the borings of the soil report. */
export function drawSitePlan(): Drawing {
  const bays = Array.from({ length: 5 }, (_, at): Shape[] => [
    box(40 + at * 76, 60, 76, 130, at === 2 ? '#f6e2dc' : COLORS.pale),
    label(`Bay ${at + 1}`, 78 + at * 76, 80, 9),
  ]).flat();
  const borings = [
    [58, 150, 'B1'],
    [150, 172, 'B4'],
    [214, 132, 'B7'],
    [250, 168, 'B8'],
    [236, 108, 'B9'],
    [390, 210, 'B12'],
  ] as const;
  return {
    width: 450,
    height: 300,
    shapes: [
      box(6, 6, 438, 262, '#ffffff', COLORS.slate, 0.6),
      ...bays,
      box(40, 190, 150, 46, COLORS.pale),
      label('Test hall', 115, 216, 9),
      box(200, 200, 90, 36, COLORS.pale),
      label('Offices', 245, 221, 9),
      line(40, 250, 420, 250, true, COLORS.slate),
      label('Ulica Stalowa', 230, 262, 8),
      ...borings.flatMap(([x, y, name]): Shape[] => [
        {
          kind: 'ellipse',
          x,
          y,
          rx: 4,
          ry: 4,
          fill: name === 'B7' || name === 'B9' ? COLORS.rust : COLORS.teal,
        },
        label(name, x + 12, y + 3, 7),
      ]),
      line(410, 60, 410, 26),
      { kind: 'path', d: 'M 0 0 L 5 14 L -5 14 Z', x: 410, y: 18, fill: COLORS.ink },
      label('N', 422, 30, 9),
      line(60, 286, 160, 286),
      label('0', 60, 282, 7),
      label('40 m', 160, 282, 7),
      label('Site plan, scale 1:800, not for construction', 442, 290, 7, 'right'),
    ],
  };
}

/** The floor plan of the second floor in Bristol with measures. */
export function drawFloorPlan(): Drawing {
  const rooms = [
    [40, 60, 150, 110, 'Laboratory', '164 m²'],
    [190, 60, 120, 110, 'Calibration rig', '131 m²'],
    [310, 60, 150, 70, 'Board room', '68 m²'],
    [310, 130, 150, 90, 'Development', '142 m²'],
    [40, 170, 110, 120, 'Reception', '97 m²'],
    [150, 220, 160, 70, 'Open office', '118 m²'],
    [310, 220, 150, 70, 'Finance', '74 m²'],
    [150, 170, 160, 50, 'Corridor', '52 m²'],
  ] as const;
  return {
    width: 500,
    height: 360,
    shapes: [
      box(36, 56, 428, 238, undefined, COLORS.ink, 4),
      ...rooms.flatMap(([x, y, width, height, name, area]): Shape[] => [
        box(x, y, width, height, name === 'Corridor' ? COLORS.pale : '#ffffff', COLORS.ink, 1.6),
        label(name, x + width / 2, y + height / 2 - 2, 9),
        label(area, x + width / 2, y + height / 2 + 10, 7.5),
      ]),
      ...[
        [120, 170],
        [250, 170],
        [330, 220],
        [200, 220],
      ].map(
        ([x = 0, y = 0]): Shape => ({
          kind: 'path',
          d: 'M 0 0 L 0 -20 A 20 20 0 0 1 20 0',
          x,
          y,
          stroke: COLORS.slate,
          lineWidth: 0.8,
        }),
      ),
      ...Array.from(
        { length: 8 },
        (_, at): Shape => box(60 + at * 50, 53, 26, 6, COLORS.sky, COLORS.ink, 0.6),
      ),
      line(36, 34, 464, 34),
      label('42.80 m', 250, 29, 8),
      line(480, 56, 480, 294),
      label('23.80', 488, 178, 8),
      box(300, 310, 164, 40, '#ffffff', COLORS.ink, 0.8),
      ...drawLogo(308, 317, 24),
      label("Wharf House, 12 Cobbler's Quay", 340, 326, 7.5, 'left'),
      label('Second floor, 1:200, rev. C, 4 March 2024', 340, 338, 7, 'left'),
    ],
  };
}
