import { createCanvas } from '@napi-rs/canvas';
import {
  makeBinaryDocument,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import { COLORS, type Drawing, type Shape } from '../drawing/drawing.ts';
import { drawMeter } from '../drawing/illustrations.ts';
import { makeWebm } from '../layout/webm.ts';

const [WIDTH, HEIGHT] = [640, 360];
const FRAMES_PER_SECOND = 10;
const SECONDS = 12;

/** A film of twelve seconds: title, a meter that counts, a leak that is located. */
export function makeProductFilm(): SampleDocument {
  const meter = drawOnCanvas(drawMeter(WIDTH, HEIGHT), 1);
  const images = Array.from({ length: SECONDS * FRAMES_PER_SECOND }, (_, index) => {
    const second = index / FRAMES_PER_SECOND;
    const drawing: Drawing = {
      width: WIDTH,
      height: HEIGHT,
      shapes: second < 3 ? drawTitle(second) : second < 7 ? [] : drawLeak(second - 7),
    };
    const canvas = drawing.shapes.length > 0 ? drawOnCanvas(drawing, 1) : createCanvas(WIDTH, HEIGHT);
    if (drawing.shapes.length === 0) {
      const context = canvas.getContext('2d');
      const zoom = 1 + (second - 3) * 0.06;
      context.drawImage(
        meter,
        (WIDTH - WIDTH * zoom) / 2,
        (HEIGHT - HEIGHT * zoom) / 2,
        WIDTH * zoom,
        HEIGHT * zoom,
      );
    }
    return canvas.toBuffer('image/webp', 72);
  });
  return makeBinaryDocument(
    'EchoTrace in the Field.webm',
    makeWebm(images, { width: WIDTH, height: HEIGHT, framesPerSecond: FRAMES_PER_SECOND }),
  );
}

function drawTitle(second: number): Shape[] {
  return [
    { kind: 'rect', x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: COLORS.navy },
    {
      kind: 'text',
      x: WIDTH / 2,
      y: 170,
      text: 'Every leak has a sound.',
      size: 34,
      bold: true,
      align: 'center',
      color: COLORS.white,
    },
    { kind: 'rect', x: WIDTH / 2 - 40 * second, y: 196, width: 80 * second, height: 4, fill: COLORS.sand },
    {
      kind: 'text',
      x: WIDTH / 2,
      y: 236,
      text: 'Tarnbrook EchoTrace',
      size: 18,
      align: 'center',
      color: COLORS.sky,
    },
  ];
}

/** Two sensors on a pipe; waves spread from the leak until both have heard it. */
function drawLeak(second: number): Shape[] {
  const leak = 380;
  const waves = Array.from(
    { length: 5 },
    (_, index): Shape => ({
      kind: 'ellipse',
      x: leak,
      y: 215,
      rx: ((second * 70 + index * 46) % 230) + 4,
      ry: 26,
      stroke: COLORS.sky,
      lineWidth: 2,
    }),
  );
  const sensors = [120, 540].flatMap((x): Shape[] => [
    { kind: 'rect', x: x - 16, y: 150, width: 32, height: 44, fill: COLORS.navy },
    { kind: 'ellipse', x, y: 142, rx: 7, ry: 7, fill: second > 2 ? COLORS.sand : COLORS.slate },
  ]);
  return [
    { kind: 'rect', x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: '#e8eef1' },
    { kind: 'rect', x: 0, y: 110, width: WIDTH, height: 250, fill: '#b9a98f' },
    { kind: 'rect', x: 0, y: 194, width: WIDTH, height: 42, fill: '#6f7d86' },
    ...waves,
    ...sensors,
    ...(second > 2.4
      ? ([
          { kind: 'path', d: 'M 0 0 L 14 -30 L -14 -30 Z', x: leak, y: 190, fill: COLORS.rust },
          {
            kind: 'text',
            x: leak,
            y: 60,
            text: 'Leak located: 18.6 m from sensor 1',
            size: 22,
            bold: true,
            align: 'center',
            color: COLORS.rust,
          },
        ] as const)
      : []),
  ];
}
