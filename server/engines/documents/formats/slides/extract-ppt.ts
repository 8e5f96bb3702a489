import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { openCompoundFile } from '../containers/compound-file.ts';
import { findRecords, type PptRecord } from './ppt-records.ts';
import { type PptSlide, readSlides } from './ppt-slides.ts';

const TEXT_HEADER = 3999;
const WIDE_TEXT = 4000;
const NARROW_TEXT = 4008;
const TEXTS = new Set([TEXT_HEADER, WIDE_TEXT, NARROW_TEXT]);
const TITLES: readonly number[] = [0, 6];
/** What a slide's number or date is drawn as. */
const PLACEHOLDER = /^\*?$/;

/** A PowerPoint presentation of 97 to 2003: of each slide its title, its texts, its notes. */
export function extractPpt(bytes: Buffer, writer: BlockWriter): void {
  const container = openCompoundFile(bytes);
  const slides = readSlides(container.stream('PowerPoint Document'), container.stream('Current User'));
  for (const [index, slide] of slides.entries()) writeSlide(slide, index + 1, writer);
}

function writeSlide({ outline, drawing, notes }: PptSlide, slide: number, writer: BlockWriter): void {
  const texts = [...textsOf(outline), ...textsOf(drawing ? findRecords(drawing, TEXTS) : [])];
  const title = texts.find(({ isTitle }) => isTitle);
  writer.resetHeadings();
  if (title) writer.addHeading(1, title.text, { slide });
  for (const text of texts) if (text !== title) writer.addBlock('slide', text.text, { slide });
  if (!notes) return;
  for (const { text } of textsOf(findRecords(notes, TEXTS))) writer.addBlock('note', text, { slide });
}

function textsOf(records: Iterable<PptRecord>): { isTitle: boolean; text: string }[] {
  const texts: { isTitle: boolean; text: string }[] = [];
  let isTitle = false;
  for (const { type, body } of records) {
    if (type === TEXT_HEADER) isTitle = body.length >= 4 && TITLES.includes(body.readUInt32LE(0));
    if (type !== WIDE_TEXT && type !== NARROW_TEXT) continue;
    // Narrow texts are the lower halves of UTF-16; a vertical tab is a line's end within a paragraph.
    const text = body.toString(type === WIDE_TEXT ? 'utf16le' : 'latin1').replaceAll('\u000b', '\n');
    if (!PLACEHOLDER.test(text.trim())) texts.push({ isTitle, text });
  }
  return texts;
}
