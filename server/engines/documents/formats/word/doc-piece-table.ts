import {
  damagedDocumentError,
  passwordProtectedError,
} from '#server/engines/documents/blocks/document-text.ts';

/** A Word document of 97 to 2003 in its own words: the header of its main stream says where everything is. */
export interface DocFile {
  main: Buffer;
  table: Buffer;
  /** The parts of the text, one after another: lengths in characters. */
  lengths: {
    body: number;
    footnotes: number;
    headers: number;
    comments: number;
    endnotes: number;
    boxes: number;
  };
  pieces: DocPiece[];
}

/** A run of characters that stands together in the file; positions count characters of the whole text. */
export interface DocPiece {
  start: number;
  end: number;
  /** Byte in the main stream. */
  offset: number;
  bytesPerCharacter: 1 | 2;
}

const SIGNATURES: readonly number[] = [0xa5ec, 0xa5dc];
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
const FIRST_OF_WORD_97 = 0xc1;
const PIECE_BYTES = 8;
const COMPRESSED_FLAG = 0x4000_0000;

export function openDoc(
  main: Buffer | undefined,
  tables: (name: '0Table' | '1Table') => Buffer | undefined,
): DocFile {
  if (!main || main.length < 0x200 || !SIGNATURES.includes(main.readUInt16LE(0)))
    throw damagedDocumentError();
  const flags = main.readUInt16LE(0x0a);
  if ((flags & ENCRYPTED) !== 0) throw passwordProtectedError();
  const isOld = main.readUInt16LE(2) < FIRST_OF_WORD_97;
  if (isOld) return openOldDoc(main);
  const table = tables((flags & SECOND_TABLE) === 0 ? '0Table' : '1Table');
  if (!table) throw damagedDocumentError();
  const length = (offset: number): number => Math.max(0, main.readInt32LE(offset));
  const lengths = {
    body: length(0x4c),
    footnotes: length(0x50),
    headers: length(0x54),
    comments: length(0x5c),
    endnotes: length(0x60),
    boxes: length(0x64),
  };
  return { main, table, lengths, pieces: readPieces(main, table) };
}

/** Word 6 and 95 keep the text in one run of Western letters, unless it was saved fast. */
function openOldDoc(main: Buffer): DocFile {
  const offset = main.readUInt32LE(0x18);
  const end = Math.min(main.readUInt32LE(0x1c), main.length);
  const body = Math.max(0, Math.min(main.readUInt32LE(0x34), end - offset));
  const pieces: DocPiece[] = [{ start: 0, end: body, offset, bytesPerCharacter: 1 }];
  const lengths = { body, footnotes: 0, headers: 0, comments: 0, endnotes: 0, boxes: 0 };
  return { main, table: Buffer.alloc(0), lengths, pieces };
}

/** The table of pieces follows descriptions of formatting, each with its length before it. */
function readPieces(main: Buffer, table: Buffer): DocPiece[] {
  let at = main.readUInt32LE(0x01a2);
  while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== 2) throw damagedDocumentError();
  const bytes = table.readUInt32LE(at + 1);
  const from = at + 5;
  const count = Math.floor((bytes - 4) / (4 + PIECE_BYTES));
  const pieces: DocPiece[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = table.readUInt32LE(from + index * 4);
    const end = table.readUInt32LE(from + index * 4 + 4);
    const place = table.readUInt32LE(from + (count + 1) * 4 + index * PIECE_BYTES + 2);
    const isNarrow = (place & COMPRESSED_FLAG) !== 0;
    const offset = isNarrow ? (place & ~COMPRESSED_FLAG) / 2 : place;
    const bytesPerCharacter = isNarrow ? 1 : 2;
    // Each piece begins where the one before it ends, and none is longer than the stream.
    const isSound = start === (pieces.at(-1)?.end ?? 0) && end >= start && end - start <= main.length;
    if (!isSound) throw damagedDocumentError();
    pieces.push({ start, end, offset, bytesPerCharacter });
  }
  return pieces;
}

const windows1252Decoder = new TextDecoder('windows-1252');
const utf16Decoder = new TextDecoder('utf-16le');

/** The whole text, character by character as positions count them. */
export function readText({ main, pieces }: DocFile): string {
  return pieces
    .map(({ start, end, offset, bytesPerCharacter }) => {
      const bytes = main.subarray(offset, offset + (end - start) * bytesPerCharacter);
      const text = (bytesPerCharacter === 1 ? windows1252Decoder : utf16Decoder).decode(bytes);
      return text.padEnd(end - start, ' ').slice(0, end - start);
    })
    .join('');
}

/** The byte after a character; it is asked for one position after another, each further on. */
export function createByteOffsetLookup(pieces: readonly DocPiece[]): (position: number) => number {
  let index = 0;
  return (position) => {
    while (index < pieces.length - 1 && position >= (pieces[index]?.end ?? 0)) index += 1;
    const piece = pieces[index];
    return piece ? piece.offset + (position - piece.start + 1) * piece.bytesPerCharacter : -1;
  };
}
