import type { Block, BlockKind, BlockLocation } from './document-text.ts';

/** A heading path longer than this, or a heading longer than that, is noise and is repeated in every block below it. */
const MAX_HEADING_DEPTH = 6;
const MAX_HEADING_LENGTH = 200;
/** A longer text becomes several blocks, so that none is a burden to send, to parse or to cite. */
const MAX_BLOCK_LENGTH = 20_000;

/** A sheet may have 100,000 rows; more blocks than this only cost memory. */
export const MAX_BLOCKS = 200_000;

// C0 controls but tab and newline, DEL, soft hyphen, zero-width and byte-order marks: invisible, and PostgreSQL refuses NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is removed.
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;
/** Ligatures and presentation forms are how a font draws letters; NFKC gives the letters back, and nothing else is changed. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

/** Collects a document's blocks with their offsets and heading path, up to a length of text. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  isTruncated = false;
  readonly #maxText: number;
  #headings: { level: number; text: string }[] = [];
  #end = -1;

  /** `maxText` counts UTF-16 units. */
  constructor(maxText: number) {
    this.#maxText = maxText;
  }

  /** Level 1 is the outermost; a heading ends all headings of its own level and deeper. */
  addHeading(level: number, text: string, place: BlockLocation = {}): void {
    const clean = cleanText(text).replace(/\s+/g, ' ');
    this.#headings = this.#headings.filter((above) => above.level < level);
    this.#add('heading', clean.slice(0, MAX_BLOCK_LENGTH), place);
    if (clean !== '') this.#headings.push({ level, text: clean.slice(0, MAX_HEADING_LENGTH).toWellFormed() });
  }

  addBlock(kind: Exclude<BlockKind, 'heading'>, text: string, place: BlockLocation = {}): void {
    let from = 0;
    while (text.length - from > MAX_BLOCK_LENGTH && !this.isTruncated) {
      const most = from + MAX_BLOCK_LENGTH;
      const blank = Math.max(text.lastIndexOf('\n', most), text.lastIndexOf(' ', most));
      const to = blank > from + MAX_BLOCK_LENGTH / 2 ? blank : most;
      this.#add(kind, cleanText(text.slice(from, to)), place);
      from = to;
    }
    this.#add(kind, cleanText(text.slice(from)), place);
  }

  /** Cuts a text file to the bytes that may fit: decoding the rest would only cost memory. */
  truncateBytes(bytes: Uint8Array): Uint8Array {
    this.isTruncated ||= bytes.length > this.#maxText;
    return bytes.subarray(0, this.#maxText);
  }

  /** Puts the following blocks under no heading (a new slide, a new sheet). */
  resetHeadings(): void {
    this.#headings = [];
  }

  #add(kind: BlockKind, text: string, place: BlockLocation): void {
    if (text === '') return;
    const start = this.#end + 1;
    const room = this.blocks.length < MAX_BLOCKS ? Math.max(0, this.#maxText - start) : 0;
    const kept = text.slice(0, room).toWellFormed();
    this.isTruncated ||= kept.length < text.length;
    if (kept === '') return;
    this.#end = start + kept.length;
    const headings = this.#headings.slice(-MAX_HEADING_DEPTH).map((heading) => heading.text);
    this.blocks.push({ kind, text: kept, headings, ...place, start, end: this.#end });
  }
}

/** Text as it is stored: no invisible characters, no lone surrogates, no runs of blanks; tabs part cells, newlines lines. */
function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(PRESENTATION_FORMS, (letters) => letters.normalize('NFKC'))
    .toWellFormed()
    .replace(/[^\S\n\t]{2,}|[^\S \n\t]/g, ' ')
    .replace(/ ?\t[ \t]*/g, '\t')
    .replace(/[ \t]+\n\s*|\n\s+/g, '\n')
    .trim();
}
