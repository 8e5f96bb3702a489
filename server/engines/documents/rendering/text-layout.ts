import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type DrawnDocument, type PageSize, pixelsOf, pixelsOn } from './renderable-document.ts';
import { loadFonts } from './fonts.ts';

/** A4, in points. */
const PAGE: PageSize = { width: 595, height: 842 };
const MARGIN = 56;
const COLUMN = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN;
const LINE_HEIGHT = 1.4;

/** How a paragraph looks; lengths are in points. */
export interface TextStyle {
  readonly font: string;
  readonly size: number;
  readonly indent: number;
  readonly before: number;
}

interface Line {
  readonly text: string;
  readonly style: TextStyle;
  readonly baseline: number;
}

/** Lays text out on pages, one paragraph after another. */
export class TextLayout {
  readonly #pages: Line[][] = [];
  readonly #mostPages: number;
  /** Measuring is what takes the time, and most words of a document come again and again. */
  readonly #widths = new Map<TextStyle, Map<string, number>>();
  readonly #ruler: SKRSContext2D;
  #y = MARGIN;
  #isCut = false;

  constructor(mostPages: number) {
    loadFonts();
    this.#mostPages = mostPages;
    this.#ruler = createCanvas(1, 1).getContext('2d');
  }

  get isFull(): boolean {
    return this.#isCut;
  }

  /** What follows begins on a new page. */
  breakPage(): void {
    this.#y = BOTTOM;
  }

  add(text: string, style: TextStyle): void {
    this.#ruler.font = fontOf(style);
    this.#y += this.#y > MARGIN ? style.before : 0;
    for (const line of text.split('\n')) {
      for (const piece of this.#wrap(line, style)) if (!this.#place(piece, style)) return;
    }
  }

  toDocument(): DrawnDocument {
    const pages = this.#pages;
    return {
      pages: pages.map(() => PAGE),
      count: pages.length + (this.#isCut ? 1 : 0),
      draw(index, width) {
        const size = pixelsOf(PAGE, width);
        const canvas = createCanvas(size.width, size.height);
        const context = canvas.getContext('2d');
        context.fillStyle = 'white';
        context.fillRect(0, 0, size.width, size.height);
        context.scale(size.width / PAGE.width, size.width / PAGE.width);
        context.fillStyle = 'black';
        for (const { text, style, baseline } of pages[index] ?? []) {
          context.font = fontOf(style);
          context.fillText(text, MARGIN + style.indent, baseline);
        }
        return pixelsOn(canvas);
      },
    };
  }

  #place(text: string, style: TextStyle): boolean {
    const height = style.size * LINE_HEIGHT;
    if (this.#pages.length === 0 || this.#y + height > BOTTOM) {
      if (this.#pages.length === this.#mostPages) {
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
    const room = COLUMN - style.indent;
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
    if (widths.size < MOST_WIDTHS && word.length < LONGEST_KNOWN) widths.set(word, width);
    this.#widths.set(style, widths);
    return width;
  }
}

const TAB = ' '.repeat(4);
const MOST_WIDTHS = 100_000;
const LONGEST_KNOWN = 40;

const fontOf = ({ size, font }: TextStyle): string => `${size}px ${font}`;
