import { Readable } from 'node:stream';
import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { findChangedBoxes, type GreyPage } from '#server/engines/documents/compare/changed-boxes.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import { decodeJpeg } from '#server/engines/documents/rendering/jpeg.ts';
import { test } from '#server/testing/test-app.ts';

const PAIRS = 120;
const LINES = 38;
const [WIDTH, HEIGHT] = [595, 842];
const [LEFT, TOP, LINE_HEIGHT, SIZE] = [60, 70, 19, 11];
const RENDERED_WIDTH = 900;

/** Returns random numbers that are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const WORDS = 'the lease price notice party term shall until amount of and clause year fee rent with'.split(
  ' ',
);

const lineOf = (random: (below: number) => number): string =>
  Array.from({ length: 5 + random(5) }, () => WORDS[random(WORDS.length)]).join(' ');

/** An edit of a line: a word replaced, a number added, a word removed, or the whole line removed. */
function edit(line: string, random: (below: number) => number): string {
  const words = line.split(' ');
  const at = random(words.length);
  const kind = random(4);
  if (kind === 0) return words.with(at, `${1_000 + random(9_000)}`).join(' ');
  if (kind === 1) return `${line} EUR ${random(900)}`;
  return kind === 2 && words.length > 1 ? words.toSpliced(at, 1).join(' ') : '';
}

interface Pair {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly edited: readonly number[];
}

/** Lines that differ at places with at least two equal lines between them; none on each tenth page. */
function pairOf(number: number): Pair {
  const random = createRandom(number + 1);
  const before = Array.from({ length: LINES }, () => lineOf(random));
  const count = number % 10 === 0 ? 0 : 1 + random(4);
  const edited = Array.from({ length: count }, (_, nth) => nth * 9 + random(6));
  const after = before.map((line, at) => (edited.includes(at) ? edit(line, random) : line));
  return { before, after, edited };
}

function writePage(document: PDFDocument, font: PDFFont, lines: readonly string[]): void {
  const page = document.addPage([WIDTH, HEIGHT]);
  for (const [at, line] of lines.entries())
    page.drawText(line, { x: LEFT, y: HEIGHT - TOP - at * LINE_HEIGHT, size: SIZE, font });
}

async function createDocument(pages: readonly (readonly string[])[], key: string): Promise<DocumentSource> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (const lines of pages) writePage(document, font, lines);
  const bytes = Buffer.from(await document.save());
  return { owner: '1', key, type: 'pdf', bytes: async () => Readable.from([bytes]) };
}

function toGrey(jpeg: Buffer): GreyPage {
  const { width, height, data, isGrey } = decodeJpeg(jpeg);
  const grey = new Uint8Array(width * height).map((_, pixel) =>
    isGrey
      ? (data[pixel] ?? 0)
      : ((data[pixel * 4] ?? 0) * 77 + (data[pixel * 4 + 1] ?? 0) * 151 + (data[pixel * 4 + 2] ?? 0) * 28) >>
        8,
  );
  return { width, height, data: grey };
}

/** The line whose text a place of a rendered page belongs to. */
const lineAt = (y: number, height: number): number =>
  Math.round(((y / height) * HEIGHT - TOP + SIZE / 3) / LINE_HEIGHT);

test('of 120 pairs of rendered pages each edited line is in a box, and no other line is', {
  tags: ['full'],
  timeout: 600_000,
}, async ({ testApp }) => {
  const { rendering } = testApp.server.services.documents;
  const pairs = Array.from({ length: PAIRS }, (_, number) => pairOf(number));
  const [a, b] = [
    await createDocument(
      pairs.map(({ before }) => before),
      'before',
    ),
    await createDocument(
      pairs.map(({ after }) => after),
      'after',
    ),
  ];
  const render = async (document: DocumentSource, page: number) => {
    const drawing = await rendering.renderPage(document, page, RENDERED_WIDTH);
    if ('problem' in drawing) throw new Error(drawing.problem);
    return toGrey(drawing.image);
  };
  let edits = 0;
  for (const [at, { edited }] of pairs.entries()) {
    const [before, after] = [await render(a, at + 1), await render(b, at + 1)];
    const boxes = findChangedBoxes(before, after);
    const lines = boxes.map(({ y, height }) => lineAt(y + height / 2, before.height));
    expect([at, [...new Set(lines)]]).toEqual([at, [...edited]]);
    edits += edited.length;
  }
  expect(edits).toBeGreaterThanOrEqual(200);
});
