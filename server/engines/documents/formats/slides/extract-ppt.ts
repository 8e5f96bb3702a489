import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import {
  damagedDocumentError,
  passwordProtectedError,
} from '#server/engines/documents/blocks/document-text.ts';
import { openCompoundFile } from '../containers/compound-file.ts';
import { findRecords, type PptRecord, readRecord, readRecords } from './ppt-records.ts';
import { decodeText, readHeadersAndFooters, readMasterTexts, readWordArt } from './ppt-shared-texts.ts';

const TEXT_HEADER = 3999;
const WIDE_TEXT = 4000;
const NARROW_TEXT = 4008;
const TEXTS = new Set([TEXT_HEADER, WIDE_TEXT, NARROW_TEXT]);
const TITLES: readonly number[] = [0, 6];
/** The placeholder for a slide's number or date. */
const PLACEHOLDER = /^\*?$/;

/** A PowerPoint presentation of 97 to 2003: of each slide its title, its texts, its notes; then once what all of them show. */
export function extractPpt(bytes: Buffer, writer: BlockWriter): void {
  const container = openCompoundFile(bytes);
  const { slides, shared } = readPresentation(
    container.stream('PowerPoint Document'),
    container.stream('Current User'),
  );
  const written = new Set(slides.flatMap((slide, index) => writeSlide(slide, index + 1, writer)));
  writer.resetHeadings();
  for (const text of new Set(shared.map((each) => each.trim())))
    if (/\p{L}/u.test(text) && !written.has(text)) writer.addBlock('note', text);
}

/** Returns the texts that were written. */
function writeSlide({ outline, drawing, notes }: PptSlide, slide: number, writer: BlockWriter): string[] {
  const texts = [
    ...textsOf(outline),
    ...textsOf(drawing ? findRecords(drawing, TEXTS) : []),
    ...(drawing ? readWordArt(drawing) : []).map((text) => ({ isTitle: false, text })),
  ];
  const title = texts.find(({ isTitle }) => isTitle);
  writer.resetHeadings();
  if (title) writer.addHeading(1, title.text, { slide });
  for (const text of texts) if (text !== title) writer.addBlock('slide', text.text, { slide });
  for (const { text } of textsOf(notes ? findRecords(notes, TEXTS) : []))
    writer.addBlock('note', text, { slide, isHidden: true });
  return texts.map(({ text }) => text.trim());
}

function textsOf(records: Iterable<PptRecord>): { isTitle: boolean; text: string }[] {
  const texts: { isTitle: boolean; text: string }[] = [];
  let isTitle = false;
  for (const record of records) {
    const { type, body } = record;
    if (type === TEXT_HEADER) isTitle = body.length >= 4 && TITLES.includes(body.readUInt32LE(0));
    if (type !== WIDE_TEXT && type !== NARROW_TEXT) continue;
    const text = decodeText(record);
    if (!PLACEHOLDER.test(text.trim())) texts.push({ isTitle, text });
  }
  return texts;
}

const DOCUMENT = 1000;
const NOTES = 1008;
const NOTES_ATOM = 1009;
const SLIDE_PERSIST_ATOM = 1011;
const LIST_WITH_TEXT = 4080;
const USER_EDIT_ATOM = 4085;
const PERSIST_DIRECTORY = 6002;
const ENCRYPTED = 0xf3d1_c4df;
/** Each save adds an edit. */
const MAX_EDITS = 10_000;
/** Length of an edit's record that names the key of an encrypted file. */
const EDIT_WITH_KEY = 32;

interface PptSlide {
  /** The texts of its placeholders, as the outline has them: records one after another. */
  outline: PptRecord[];
  /** Its shapes, and its notes. */
  drawing: Buffer | undefined;
  notes: Buffer | undefined;
}

interface Presentation {
  /** In the order in which they are shown. */
  slides: PptSlide[];
  /** Texts that several slides show. */
  shared: string[];
}

/** `user` is the stream that says where the last edit begins. */
function readPresentation(file: Buffer | undefined, user: Buffer | undefined): Presentation {
  if (!file || !user || user.length < 20) throw damagedDocumentError();
  if (user.readUInt32LE(12) === ENCRYPTED) throw passwordProtectedError();
  const { objects, documentId } = readObjectOffsets(file, user.readUInt32LE(16));
  const find = (id: number): PptRecord | undefined => readRecord(file, objects.get(id) ?? -1);
  const document = find(documentId);
  if (document?.type !== DOCUMENT) throw damagedDocumentError();
  const lists = readRecords(document.body).filter(({ type }) => type === LIST_WITH_TEXT);
  const entries = (instance: number) => lists.filter((list) => list.instance === instance).flatMap(entriesOf);
  const notes = new Map(
    entries(2).flatMap(({ id }) => {
      const found = find(id);
      return found?.type === NOTES ? [[slideOfNotes(found.body), found.body] as const] : [];
    }),
  );
  const slides = entries(0).map(({ id, slideId, texts }) => ({
    outline: texts,
    drawing: find(id)?.body,
    notes: notes.get(slideId),
  }));
  const masters = entries(1).flatMap(({ id }) => find(id)?.body ?? []);
  const footers = [document.body, ...slides.flatMap(({ drawing }) => drawing ?? [])];
  return { slides, shared: [...masters.flatMap(readMasterTexts), ...footers.flatMap(readHeadersAndFooters)] };
}

/** Returns the offset of each object by its number: newer edits come first and contain only what they changed. */
function readObjectOffsets(file: Buffer, last: number): { objects: Map<number, number>; documentId: number } {
  const objects = new Map<number, number>();
  let documentId = 0;
  let at = last;
  // The edits of a malicious file form a circle.
  for (let edits = 0; at > 0 || edits === 0; edits += 1) {
    const edit = readRecord(file, at);
    if (edit?.type !== USER_EDIT_ATOM || edit.body.length < 20 || edits > MAX_EDITS)
      throw damagedDocumentError();
    if (edit.body.length >= EDIT_WITH_KEY) throw passwordProtectedError();
    if (edits === 0) documentId = edit.body.readUInt32LE(16);
    const directory = readRecord(file, edit.body.readUInt32LE(12));
    if (directory?.type === PERSIST_DIRECTORY) readDirectory(directory.body, objects);
    at = edit.body.readUInt32LE(8);
  }
  return { objects, documentId };
}

/** Runs of numbers: 20 bits the first, 12 bits how many, then a place for each. */
function readDirectory(bytes: Buffer, objects: Map<number, number>): void {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const head = bytes.readUInt32LE(at);
    const first = head & 0xf_ffff;
    const count = head >>> 20;
    for (let index = 0; index < count && at + 8 + index * 4 <= bytes.length; index += 1) {
      if (!objects.has(first + index)) objects.set(first + index, bytes.readUInt32LE(at + 4 + index * 4));
    }
    at += 4 + count * 4;
  }
}

function entriesOf(list: PptRecord): { id: number; slideId: number; texts: PptRecord[] }[] {
  const entries: { id: number; slideId: number; texts: PptRecord[] }[] = [];
  for (const record of readRecords(list.body)) {
    if (record.type === SLIDE_PERSIST_ATOM && record.body.length >= 16)
      entries.push({ id: record.body.readUInt32LE(0), slideId: record.body.readUInt32LE(12), texts: [] });
    else entries.at(-1)?.texts.push(record);
  }
  return entries;
}

function slideOfNotes(notes: Buffer): number {
  const [atom] = findRecords(notes, new Set([NOTES_ATOM]));
  return atom && atom.body.length >= 4 ? atom.body.readUInt32LE(0) : 0;
}
