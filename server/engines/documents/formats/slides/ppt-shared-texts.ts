import { findRecords, type PptRecord } from './ppt-records.ts';

const TEXT_HEADER = 3999;
const WIDE_TEXT = 4000;
const NARROW_TEXT = 4008;
const STRING = 4026;
const HEADERS_AND_FOOTERS = 4057;
const SHAPE_PROPERTIES = 0xf00b;
const WORD_ART_TEXT = 0xc0;
/** Text of a shape that is no placeholder: titles and bodies of a master only say what to type there. */
const OTHER_TEXT = 4;
const PROPERTY_BYTES = 6;
const [HAS_DATA, PROPERTY_ID] = [0x8000, 0x3fff];

/** Decodes a record of text. Narrow texts are the lower halves of UTF-16; a vertical tab is a line's end within a paragraph. */
export const decodeText = ({ type, body }: PptRecord): string =>
  body.toString(type === NARROW_TEXT ? 'latin1' : 'utf16le').replaceAll('\u000b', '\n');

/** Lists the date, header and footer that the presentation or a slide sets for itself. */
export const readHeadersAndFooters = (container: Buffer): string[] =>
  [...findRecords(container, new Set([HEADERS_AND_FOOTERS]))].flatMap(({ body }) =>
    Array.from(findRecords(body, new Set([STRING])), decodeText),
  );

/** Lists the texts of a master's own shapes, which every slide shows, such as a company's name. */
export function readMasterTexts(master: Buffer): string[] {
  const texts: string[] = [];
  let kind = -1;
  for (const record of findRecords(master, new Set([TEXT_HEADER, WIDE_TEXT, NARROW_TEXT]))) {
    if (record.type === TEXT_HEADER) kind = record.body.length >= 4 ? record.body.readUInt32LE(0) : -1;
    else if (kind === OTHER_TEXT) texts.push(decodeText(record));
  }
  return texts;
}

/** Lists the decorative texts (WordArt) of the shapes: they stand among the shapes' properties. */
export const readWordArt = (drawing: Buffer): string[] =>
  [...findRecords(drawing, new Set([SHAPE_PROPERTIES]))].flatMap(({ instance, body }) =>
    readProperty(body, instance, WORD_ART_TEXT),
  );

/** Properties come first, six bytes each; what does not fit into them follows in the same order. */
function readProperty(body: Buffer, count: number, wanted: number): string[] {
  let at = count * PROPERTY_BYTES;
  for (let property = 0; property < count && (property + 1) * PROPERTY_BYTES <= body.length; property += 1) {
    const id = body.readUInt16LE(property * PROPERTY_BYTES);
    if ((id & HAS_DATA) === 0) continue;
    const end = at + body.readUInt32LE(property * PROPERTY_BYTES + 2);
    if ((id & PROPERTY_ID) === wanted) return [body.toString('utf16le', at, end).replace(/\0+$/, '')];
    at = end;
  }
  return [];
}
