import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { openOcrEngine } from '#server/engines/documents/ocr/ocr-engine.ts';
import { BODY_TEXT } from '../fixtures/lease-text.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';

/** A sheet of A4 at 300 dpi, with letters of 10 points. */
const [WIDTH, HEIGHT, MARGIN, FONT_SIZE] = [2480, 3508, 250, 42];
const FONTS = ['serif', 'sans-serif'] as const;

type Degrade = (page: Buffer) => Promise<Buffer>;
const DEGRADATIONS: Readonly<Record<string, Degrade>> = {
  clean: (page) => redraw(page, {}),
  'skewed by 2 degrees': (page) => redraw(page, { rotation: 2 }),
  'low contrast': (page) => redraw(page, { ink: 0.35 }),
  'white on black': (page) => redraw(page, { isInverted: true }),
  'scanned at 150 dpi': (page) => redraw(page, { scale: 0.5 }),
  'speckled fax': (page) => redraw(page, { specks: 30_000 }),
  'strongly compressed': (page) => redraw(page, { quality: 12 }),
};

/** Measures how exactly the included engine reads prints of known text, how fast, and with how much memory. */
export function benchOcr(): Promise<object[]> {
  return withTemporaryDirectory(async (languagesFolder) => {
    const settings = { program: undefined, path: '', hidden: [], languagesFolder };
    // The processor time counts, however busy the machine is.
    const engine = await openOcrEngine({ ...settings, timeoutMs: 600_000 });
    if (!engine) return [];
    try {
      const rows: object[] = [];
      for (const [name, degrade] of Object.entries(DEGRADATIONS)) {
        const pages = await Promise.all(FONTS.map(async (font) => degrade(print(font))));
        rows.push({ print: name, ...(await readAll(engine, pages)) });
      }
      return rows;
    } finally {
      await engine.close();
    }
  });
}

async function readAll(engine: NonNullable<Awaited<ReturnType<typeof openOcrEngine>>>, pages: Buffer[]) {
  const begun = performance.now();
  let [errors, letters, confidence, cpuMs, memoryMb] = [0, 0, 0, 0, 0];
  for (const image of pages) {
    const before = await processorTimes();
    const { page } = await engine.recognizePage(
      { owner: 'bench', image, languages: ['eng'] },
      new AbortController().signal,
    );
    const after = await processorTimes();
    cpuMs += after.cpuMs - before.cpuMs;
    memoryMb = Math.max(memoryMb, after.peakMb);
    const text = 'problem' in page ? '' : page.text;
    if (!('problem' in page)) confidence += page.confidence / pages.length;
    errors += distance(normalize(BODY_TEXT), normalize(text));
    letters += normalize(BODY_TEXT).length;
  }
  return {
    'character errors %': Math.round((errors / letters) * 10_000) / 100,
    confidence: Math.round(confidence),
    's of processor time a page': Math.round(cpuMs / pages.length / 100) / 10,
    'pages a minute and core': Math.round((pages.length * 600_000) / cpuMs) / 10,
    's elapsed a page': Math.round((performance.now() - begun) / pages.length / 100) / 10,
    'peak MB': memoryMb,
  };
}

const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Processor time of all processes below this one, and the largest memory of one of them. */
async function processorTimes(): Promise<{ cpuMs: number; peakMb: number }> {
  let [cpuMs, peakMb] = [0, 0];
  const pending = [process.pid];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    pending.push(...(await read(`task/${pid}/children`)).split(' ').filter(Boolean).map(Number));
    if (pid === process.pid) continue;
    // User and system time in hundredths of a second; the name before them may contain spaces.
    const fields = (await read('stat')).split(') ')[1]?.split(' ') ?? [];
    cpuMs += (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(await read('status'))?.[1] ?? 0) / 1024);
  }
  return { cpuMs, peakMb: Math.round(peakMb) };
}

function print(font: string): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = 'black';
  context.font = `${FONT_SIZE}px ${font}`;
  let y = MARGIN;
  for (const paragraph of BODY_TEXT.split('\n\n')) {
    let line = '';
    for (const word of [...paragraph.split(' '), '\n']) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (word !== '\n' && context.measureText(longer).width <= WIDTH - 2 * MARGIN) {
        line = longer;
        continue;
      }
      context.fillText(line, MARGIN, y);
      y += FONT_SIZE * 1.4;
      line = word;
    }
    y += FONT_SIZE * 0.8;
  }
  return canvas.encodeSync('png');
}

interface Changes {
  readonly rotation?: number;
  readonly ink?: number;
  readonly isInverted?: boolean;
  readonly scale?: number;
  readonly specks?: number;
  readonly quality?: number;
}

async function redraw(
  page: Buffer,
  { rotation = 0, ink = 1, isInverted = false, scale = 1, specks = 0, quality = 85 }: Changes,
): Promise<Buffer> {
  const small = createCanvas(Math.round(WIDTH * scale), Math.round(HEIGHT * scale));
  small.getContext('2d').drawImage(await loadImage(page), 0, 0, small.width, small.height);
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.translate(WIDTH / 2, HEIGHT / 2);
  context.rotate((rotation * Math.PI) / 180);
  context.translate(-WIDTH / 2, -HEIGHT / 2);
  context.globalAlpha = ink;
  context.drawImage(small, 0, 0, WIDTH, HEIGHT);
  context.globalAlpha = 1;
  if (isInverted) {
    context.globalCompositeOperation = 'difference';
    context.fillRect(0, 0, WIDTH, HEIGHT);
  }
  context.fillStyle = 'black';
  // A fixed sequence, so that every run draws the same specks.
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let speck = 0; speck < specks; speck += 1) context.fillRect(next(WIDTH), next(HEIGHT), 2, 2);
  return canvas.encodeSync('jpeg', quality);
}

/** Counts the insertions, deletions and replacements between two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const below = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (one[at - 1] === other[index - 1] ? 0 : 1);
      below.push(Math.min((row[index] ?? 0) + 1, (below[index - 1] ?? 0) + 1, replaced));
    }
    row = below;
  }
  return row[other.length] ?? 0;
}
