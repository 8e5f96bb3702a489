import { Readable } from 'node:stream';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { openPageRenderer, type PageRenderer } from '#server/platform/render/page-renderer.ts';
import { createContracts } from './contracts.ts';
import { withDirectory } from './room.ts';
import { type Figure, median } from './table.ts';

const PAGES = 24;
const LINES = 48;
const WIDTH = 1200;
const MARK = 'somebody@example.test · 2026-11-20 12:00 UTC · Muniment';

/** Pages of text as people read them, 1,200 pixels wide, with the mark in their pixels. */
export function benchDrawnPages(): Promise<Figure[]> {
  return withDirectory(async (dataDir) => {
    const pages = await openPageRenderer({ dataDir, mostPages: PAGES });
    try {
      return await measure(pages, await makeContract());
    } finally {
      await pages.close();
    }
  });
}

async function measure(pages: PageRenderer, pdf: Buffer): Promise<Figure[]> {
  const documentOf = (key: string) => ({ key, type: 'pdf', bytes: async () => Readable.from([pdf]) });
  const draw = async (key: string, page: number): Promise<Buffer> => {
    const drawing = await pages.draw(documentOf(key), page, WIDTH);
    if ('problem' in drawing) throw new Error(`page ${page} is ${drawing.problem}`);
    return drawing.picture;
  };
  const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
  await pages.open(documentOf('first'));
  await pages.markPicture(await draw('first', 1), MARK);

  const opened = await timesOf(['a', 'b', 'c', 'd', 'e'], (key) => pages.open(documentOf(key)));
  const cold = await timesOf(numbers, async (page) => pages.markPicture(await draw('e', page), MARK));
  const kept = await timesOf(numbers, async (page) => pages.markPicture(await draw('e', page), MARK));
  const unmarked = await timesOf(numbers, (page) => draw('e', page));
  return [
    { name: `open a PDF of ${PAGES} pages`, value: median(opened), unit: 'ms' },
    { name: 'a page, drawn and marked', value: median(cold), unit: 'ms', target: { atMost: 150 } },
    { name: 'a page, kept and marked', value: median(kept), unit: 'ms', target: { atMost: 20 } },
    { name: 'a page, kept, without a mark', value: median(unmarked), unit: 'ms', target: { atMost: 20 } },
  ];
}

async function timesOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const begun = performance.now();
    await work(item);
    times.push(performance.now() - begun);
  }
  return times;
}

async function makeContract(): Promise<Buffer> {
  const { passage } = createContracts(7);
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let page = 0; page < PAGES; page += 1) {
    const sheet = pdf.addPage([595, 842]);
    for (let line = 0; line < LINES; line += 1) {
      sheet.drawText(passage().slice(0, 95).replaceAll('’', "'"), {
        x: 56,
        y: 770 - line * 15,
        size: 11,
        font,
      });
    }
  }
  return Buffer.from(await pdf.save());
}
