import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { startsListItem } from '#server/engines/documents/blocks/line-structure.ts';
import { openCompoundFile } from '../containers/compound-file.ts';
import { type DocParagraphProperties, readParagraphProperties } from './doc-paragraph-properties.ts';
import { createByteOffsetLookup, type DocFile, openDoc, readText } from './doc-piece-table.ts';

/** A field begins, its code gives way to its result, it ends; then ends of paragraphs, cells, columns and pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const CONTROL_CHARACTERS = /[\u0013\u0014\u0015\r\u0007\u000c\u000e]/g;
const [FIELD, RESULT, FIELD_END, CELL] = ['\u0013', '\u0014', '\u0015', '\u0007'];

/** A Word document of 6 to 2003: its body, then footnotes, text boxes, and at the end headers and footers. */
export function extractDoc(bytes: Buffer, writer: BlockWriter): void {
  const container = openCompoundFile(bytes);
  const file = openDoc(container.stream('WordDocument'), container.stream);
  const text = readText(file);
  const { body, footnotes, headers, comments, endnotes, boxes } = file.lengths;
  writeBody(text.slice(0, body), file, writer);
  writer.resetHeadings();
  const afterHeaders = body + footnotes + headers + comments;
  writeParagraphs(text.slice(body, body + footnotes), 'note', writer);
  writeParagraphs(text.slice(afterHeaders, afterHeaders + endnotes), 'note', writer);
  writeParagraphs(text.slice(afterHeaders + endnotes, afterHeaders + endnotes + boxes), 'paragraph', writer);
  const headersAndFooters = new Set(paragraphsOf(text.slice(body + footnotes, body + footnotes + headers)));
  // A page number alone is no text.
  for (const paragraph of headersAndFooters) if (/\p{L}/u.test(paragraph)) writer.addBlock('note', paragraph);
}

function writeParagraphs(text: string, kind: 'note' | 'paragraph', writer: BlockWriter): void {
  for (const paragraph of paragraphsOf(text)) writer.addBlock(kind, paragraph);
}

function paragraphsOf(text: string): string[] {
  return [...splitAtControlCharacters(text)]
    .map(({ text }) => text.trim())
    .filter((paragraph) => paragraph !== '');
}

function writeBody(text: string, file: DocFile, writer: BlockWriter): void {
  const paragraphs = readParagraphProperties(file);
  const byteAt = createByteOffsetLookup(file.pieces);
  let cell = '';
  let cells: string[] = [];
  let rows: string[][] = [];
  for (const { text: words, mark, at } of splitAtControlCharacters(text)) {
    const paragraph: DocParagraphProperties | undefined = paragraphs.get(byteAt(at));
    // If there is no formatting (Word 95), an empty cell after others is the row's end.
    const isRowEnd = paragraph?.isRowEnd ?? (words === '' && cells.length > 0);
    if (mark === CELL && isRowEnd) {
      rows.push(cells);
      cells = [];
      cell = '';
    } else if (mark === CELL) {
      cells.push(`${cell}${words}`);
      cell = '';
    } else if (paragraph?.isInTable) cell += `${words}\n`;
    else {
      for (const row of formatTable(rows)) writer.addBlock('table', row);
      rows = [];
      writeParagraph(words.trim(), paragraph, writer);
    }
  }
  for (const row of formatTable([...rows, cells])) writer.addBlock('table', row);
}

function writeParagraph(
  text: string,
  paragraph: DocParagraphProperties | undefined,
  writer: BlockWriter,
): void {
  if (paragraph?.level !== undefined) writer.addHeading(paragraph.level, text);
  else writer.addBlock(paragraph?.isListed || startsListItem(text) ? 'list' : 'paragraph', text);
}

/** Pieces of text with the mark that ends each and its position; the codes of fields are left out, their results are not. */
function* splitAtControlCharacters(text: string): Generator<{ text: string; mark: string; at: number }> {
  /** Tells for each open field whether its code is still being read. */
  const fields: boolean[] = [];
  let words = '';
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(CONTROL_CHARACTERS)) {
    const isShown = !fields.includes(true);
    if (isShown) words += text.slice(from, index);
    from = index + 1;
    if (mark === FIELD) fields.push(true);
    else if (mark === RESULT) fields.splice(-1, 1, false);
    else if (mark === FIELD_END) fields.pop();
    else if (isShown) {
      yield { text: replaceControlCharacters(words), mark, at: index };
      words = '';
    }
  }
  words += text.slice(from);
  if (words !== '') yield { text: replaceControlCharacters(words), mark: '', at: text.length };
}

/** Line ends within a paragraph, and hyphens that never break. */
function replaceControlCharacters(text: string): string {
  return text.replaceAll('\u000b', '\n').replaceAll('\u001e', '-').replaceAll('\u001f', '');
}
