import type { DocFile } from './doc-piece-table.ts';

/** Properties of a paragraph. */
export interface DocParagraphProperties {
  /** 1 to 9 for a heading. */
  level: number | undefined;
  isInTable: boolean;
  isRowEnd: boolean;
  isListed: boolean;
}

/** Formatting stands in pages of this size; the last byte counts the runs in a page. */
const PAGE_BYTES = 512;
const RUN_BYTES = 13;
/** The built-in styles of headings have these numbers in every document. */
const LAST_HEADING_STYLE = 9;
const BODY_LEVEL = 9;
/** Properties: a cell's paragraph, a row's end, the level in the outline, the list. */
const IN_TABLE = 0x2416;
const ROW_END = 0x2417;
const OUTLINE_LEVEL = 0x2640;
const LIST = 0x460b;
/** Bytes of a property's value by the upper three bits of its number; 6 says its own length. */
const OPERAND_SIZES = [1, 1, 2, 4, 2, 2, undefined, 3];
/** The one whose length takes two bytes. */
const TABLE_DEFINITION = 0xd608;

/** Paragraphs by the byte that follows them in the main stream; what is not there is plain. */
export function readParagraphProperties({ main, table }: DocFile): Map<number, DocParagraphProperties> {
  const paragraphs = new Map<number, DocParagraphProperties>();
  // Word 6 and 95 have another form of them.
  if (table.length === 0) return paragraphs;
  const from = main.readUInt32LE(0x0102);
  const count = Math.max(0, Math.floor((main.readInt32LE(0x0106) - 4) / 8));
  for (let index = 0; index < count; index += 1) {
    const place = from + (count + 1) * 4 + index * 4;
    if (place + 4 > table.length) break;
    const page = (table.readUInt32LE(place) & 0x3f_ffff) * PAGE_BYTES;
    readFormattingPage(main.subarray(page, page + PAGE_BYTES), paragraphs);
  }
  return paragraphs;
}

function readFormattingPage(page: Buffer, paragraphs: Map<number, DocParagraphProperties>): void {
  const runs = page[PAGE_BYTES - 1] ?? 0;
  const places = (runs + 1) * 4;
  if (places + runs * RUN_BYTES > page.length) return;
  for (let run = 0; run < runs; run += 1) {
    const at = (page[places + run * RUN_BYTES] ?? 0) * 2;
    if (at === 0) continue;
    // A length of 0 says that the next byte has it, counted otherwise.
    const short = page[at] ?? 0;
    const start = short === 0 ? at + 2 : at + 1;
    const size = short === 0 ? (page[at + 1] ?? 0) * 2 : short * 2 - 1;
    paragraphs.set(page.readUInt32LE((run + 1) * 4), readProperties(page.subarray(start, start + size)));
  }
}

function readProperties(bytes: Buffer): DocParagraphProperties {
  const style = bytes.length >= 2 ? bytes.readUInt16LE(0) : 0;
  const isHeading = style >= 1 && style <= LAST_HEADING_STYLE;
  const paragraph: DocParagraphProperties = {
    level: isHeading ? style : undefined,
    isInTable: false,
    isRowEnd: false,
    isListed: false,
  };
  for (let at = 2; at + 3 <= bytes.length; ) {
    const property = bytes.readUInt16LE(at);
    const value = bytes[at + 2] ?? 0;
    if (property === IN_TABLE) paragraph.isInTable = value !== 0;
    if (property === ROW_END) paragraph.isRowEnd = value !== 0;
    if (property === LIST) paragraph.isListed = value !== 0;
    if (property === OUTLINE_LEVEL) paragraph.level = value < BODY_LEVEL ? value + 1 : undefined;
    // Its two bytes count themselves but for one.
    const own = property === TABLE_DEFINITION ? value + (bytes[at + 3] ?? 0) * 256 + 1 : value + 1;
    at += 2 + (OPERAND_SIZES[property >> 13] ?? own);
  }
  return paragraph;
}
