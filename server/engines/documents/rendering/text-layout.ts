import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { loadFonts } from './fonts.ts';
import {
  type LocateText,
  type PageBox,
  type PageSize,
  pixelSizeForWidth,
  type RenderableDocument,
  readPixels,
} from './renderable-document.ts';

/** A4, in points. */
const PAGE_SIZE: PageSize = { width: 595, height: 842 };
const MARGIN = 56;
const COLUMN_WIDTH = PAGE_SIZE.width - 2 * MARGIN;
const PAGE_BOTTOM = PAGE_SIZE.height - MARGIN;
const LINE_HEIGHT = 1.4;

/** How a paragraph looks; lengths are in points. */
export interface TextStyle {
  readonly font: string;
  readonly size: number;
  readonly indent: number;
  readonly spaceBefore: number;
}

interface Line {
  readonly text: string;
  readonly style: TextStyle;
  readonly baseline: number;
}

/** Lays text out on pages, one paragraph after another. */
export class TextLayout {
  readonly #pages: Line[][] = [];
  readonly #maxPages: number;
  /** Measuring is what takes the time, and most words of a document come again and again. */
  readonly #widths = new Map<TextStyle, Map<string, number>>();
  readonly #ruler: SKRSContext2D;
  #y = MARGIN;
  #isCut = false;

  constructor(maxPages: number) {
    loadFonts();
    this.#maxPages = maxPages;
    this.#ruler = createCanvas(1, 1).getContext('2d');
  }

  get isFull(): boolean {
    return this.#isCut;
  }

  /** Begins a new page. */
  breakPage(): void {
    this.#y = PAGE_BOTTOM;
  }

  add(text: string, style: TextStyle): void {
    this.#ruler.font = fontOf(style);
    this.#y += this.#y > MARGIN ? style.spaceBefore : 0;
    for (const line of text.split('\n')) {
      for (const piece of this.#wrap(line, style)) if (!this.#place(piece, style)) return;
    }
  }

  toRenderableDocument(): RenderableDocument {
    const pages = this.#pages;
    return {
      pages: pages.map(() => PAGE_SIZE),
      count: pages.length + (this.#isCut ? 1 : 0),
      renderPage(index, width) {
        const size = pixelSizeForWidth(PAGE_SIZE, width);
        const canvas = createCanvas(size.width, size.height);
        const context = canvas.getContext('2d');
        context.fillStyle = 'white';
        context.fillRect(0, 0, size.width, size.height);
        context.scale(size.width / PAGE_SIZE.width, size.width / PAGE_SIZE.width);
        context.fillStyle = 'black';
        for (const { text, style, baseline } of pages[index] ?? []) {
          context.font = fontOf(style);
          context.fillText(text, MARGIN + style.indent, baseline);
        }
        return readPixels(canvas);
      },
      findOnPage: (index, locate) => findInLines(pages[index] ?? [], locate, this.#ruler),
    };
  }

  #place(text: string, style: TextStyle): boolean {
    const height = style.size * LINE_HEIGHT;
    if (this.#pages.length === 0 || this.#y + height > PAGE_BOTTOM) {
      if (this.#pages.length === this.#maxPages) {
        this.#isCut = true;
        return false;
      }
      this.#pages.push([]);
      this.#y = MARGIN;
    }
    this.#y += height;
    if (text !== '') this.#pages.at(-1)?.push({ text, style, baseline: this.#y - height * 0.3 });
    return true;
  }

  /** Breaks between words, and a word that is longer than the line within it. */
  *#wrap(line: string, style: TextStyle): Generator<string> {
    const room = COLUMN_WIDTH - style.indent;
    const words = line.replaceAll('\t', TAB).split(/(?<= )/);
    let current = '';
    let used = 0;
    for (const word of words.flatMap((each) => this.#fit(each, room, style))) {
      const width = this.#widthOf(word, style);
      if (current !== '' && used + this.#widthOf(word.trimEnd(), style) > room) {
        yield current;
        current = '';
        used = 0;
      }
      current += word;
      used += width;
    }
    yield current;
  }

  #fit(word: string, room: number, style: TextStyle): string[] {
    if (this.#widthOf(word.trimEnd(), style) <= room) return [word];
    const characters = Array.from(word);
    const half = Math.ceil(characters.length / 2);
    if (characters.length < 2) return [word];
    return [characters.slice(0, half), characters.slice(half)].flatMap((part) =>
      this.#fit(part.join(''), room, style),
    );
  }

  #widthOf(word: string, style: TextStyle): number {
    const known = this.#widths.get(style)?.get(word);
    if (known !== undefined) return known;
    const { width } = this.#ruler.measureText(word);
    const widths = this.#widths.get(style) ?? new Map<string, number>();
    if (widths.size < MAX_CACHED_WIDTHS && word.length < MAX_CACHED_WORD_LENGTH) widths.set(word, width);
    this.#widths.set(style, widths);
    return width;
  }
}

function findInLines(lines: readonly Line[], locate: LocateText, ruler: SKRSContext2D): PageBox[][] {
  return locate(lines.map(({ text }) => text)).map((ranges) =>
    ranges.flatMap(({ item, start, end }) => {
      const line = lines[item];
      if (!line) return [];
      const { text, style, baseline } = line;
      ruler.font = fontOf(style);
      const left = ruler.measureText(text.slice(0, start)).width;
      return {
        x: (MARGIN + style.indent + left) / PAGE_SIZE.width,
        y: (baseline - style.size) / PAGE_SIZE.height,
        width: (ruler.measureText(text.slice(0, end)).width - left) / PAGE_SIZE.width,
        height: (style.size * LINE_HEIGHT) / PAGE_SIZE.height,
      };
    }),
  );
}

const TAB = ' '.repeat(4);
const MAX_CACHED_WIDTHS = 100_000;
const MAX_CACHED_WORD_LENGTH = 40;

const fontOf = ({ size, font }: TextStyle): string => `${size}px ${font}`;
