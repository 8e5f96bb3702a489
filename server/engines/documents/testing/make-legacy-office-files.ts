import { CFB } from '@e965/xlsx';

/** An old Office file of these streams. */
export function makeCompoundFile(streams: Record<string, Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, bytes);
  return Buffer.from(CFB.write(file, { type: 'buffer' }));
}

/**
 * An Outlook message of these properties by their tags ('0037': its subject, '1000': its text), and the names of what is
 * attached.
 */
export function makeMsg(properties: Record<string, string>, attachments: readonly string[] = []): Buffer {
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  return makeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    ...Object.fromEntries(
      Object.entries(properties).map(([tag, text]) => [`__substg1.0_${tag}001F`, wide(text)]),
    ),
    ...Object.fromEntries(
      attachments.map((name, at) => [`__attach_version1.0_#0000000${at}/__substg1.0_3707001F`, wide(name)]),
    ),
  });
}

/** A paragraph of a Word document with the bytes of its properties ('16 24 01': in a table), in hexadecimal. */
interface DocParagraphSpec {
  text: string;
  /** Ends the text: a paragraph's or a cell's mark. */
  mark?: '\r' | '\u0007';
  /** 1 to 9 for headings. */
  style?: number;
  properties?: string;
}

const TEXT_AT = 0x800;
const PAGE_AT = 0x400;

/** A Word 97 document; `footnotes` follow its body. Half of the text is kept in narrow letters, as Word does. */
export function makeDoc(
  body: readonly DocParagraphSpec[],
  { footnotes = '', flags = 0 }: { footnotes?: string; flags?: number } = {},
): Buffer {
  const bodyText = body.map(({ text, mark = '\r' }) => text + mark).join('');
  const text = bodyText + footnotes;
  const main = Buffer.alloc(TEXT_AT + text.length * 2);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(flags, 0x0a);
  main.writeInt32LE(bodyText.length, 0x4c);
  main.writeInt32LE(footnotes.length, 0x50);
  main.write(text, TEXT_AT, 'utf16le');
  writePage(main, body);

  const clx = Buffer.alloc(5 + 8 + 8);
  clx.writeUInt8(2, 0);
  clx.writeUInt32LE(16, 1);
  clx.writeUInt32LE(text.length, 9);
  clx.writeUInt32LE(TEXT_AT, 15);
  const pages = Buffer.alloc(12);
  pages.writeUInt32LE(PAGE_AT / 512, 8);
  main.writeUInt32LE(0, 0x01a2);
  main.writeUInt32LE(clx.length, 0x01a6);
  main.writeUInt32LE(clx.length, 0x0102);
  main.writeInt32LE(pages.length, 0x0106);
  return makeCompoundFile({ WordDocument: main, '0Table': Buffer.concat([clx, pages]) });
}

/** The formatting of the paragraphs: where each ends, and its properties from the page's end backwards. */
function writePage(main: Buffer, body: readonly DocParagraphSpec[]): void {
  const page = main.subarray(PAGE_AT, PAGE_AT + 512);
  page.writeUInt8(body.length, 511);
  page.writeUInt32LE(TEXT_AT, 0);
  let at = TEXT_AT;
  let free = 510;
  body.forEach(({ text, style = 0, properties = '' }, index) => {
    at += (text.length + 1) * 2;
    page.writeUInt32LE(at, (index + 1) * 4);
    const bytes = Buffer.from(properties.replaceAll(' ', ''), 'hex');
    const size = 2 + bytes.length + (bytes.length % 2);
    free -= 2 + size;
    free -= free % 2;
    page.writeUInt8(0, free);
    page.writeUInt8(size / 2, free + 1);
    page.writeUInt16LE(style, free + 2);
    bytes.copy(page, free + 4);
    page.writeUInt8(free / 2, (body.length + 1) * 4 + index * 13);
  });
}

/** A record of PowerPoint: a container when its body is a list of records. */
export function pptRecord(type: number, body: Buffer | readonly Buffer[], instance = 0): Buffer {
  const isContainer = !Buffer.isBuffer(body);
  const bytes = isContainer ? Buffer.concat(body) : body;
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (isContainer ? 0xf : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

export function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32LE(value, index * 4);
  });
  return bytes;
}

interface Slide {
  title: string;
  texts: string[];
  notes?: string;
  wordArt?: string;
}

interface PptOptions {
  token?: number;
  /** Texts of the master's own shapes. */
  masterTexts?: readonly string[];
  footer?: string;
}

/** Two properties of a shape with data: its name (0x380), then its decorative text (0xc0). */
function wordArtProperties(text: string): Buffer {
  const [name, data] = [Buffer.from('Box\0', 'utf16le'), Buffer.from(`${text}\0`, 'utf16le')];
  const properties = Buffer.alloc(12);
  properties.writeUInt16LE(0x8380, 0);
  properties.writeUInt32LE(name.length, 2);
  properties.writeUInt16LE(0x80c0, 6);
  properties.writeUInt32LE(data.length, 8);
  return pptRecord(0xf00b, Buffer.concat([properties, name, data]), 2);
}

/** A presentation whose slides stand in the file in the reverse order of the show. */
export function makePpt(
  slides: readonly Slide[],
  { token = 0xe391c05f, masterTexts = [], footer }: PptOptions = {},
): Buffer {
  const header = (kind: number): Buffer => pptRecord(3999, uint32s(kind));
  const wide = (text: string): Buffer => pptRecord(4000, Buffer.from(text, 'utf16le'));
  const narrow = (text: string): Buffer => pptRecord(4008, Buffer.from(text, 'latin1'));
  const persists = (slides: readonly Slide[], first: number, from: number): Buffer[] =>
    slides.flatMap(({ title }, index) => [
      pptRecord(1011, uint32s(first + index, 0, 0, from + index, 0)),
      ...(from === 256 ? [header(0), wide(title)] : []),
    ]);
  const noted = slides.filter(({ notes }) => notes !== undefined);
  const document = pptRecord(1000, [
    pptRecord(4080, persists(slides, 10, 256), 0),
    pptRecord(4080, persists(noted, 100, 512), 2),
    pptRecord(4080, [pptRecord(1011, uint32s(9, 0, 0, 0, 0))], 1),
    ...(footer === undefined
      ? []
      : [pptRecord(4057, [pptRecord(4026, Buffer.from(footer, 'utf16le'), 2)], 3)]),
  ]);
  const prompt = [header(0), narrow('Click to edit Master title style')];
  const master = pptRecord(1016, [...prompt, ...masterTexts.flatMap((text) => [header(4), narrow(text)])]);
  const objects: [id: number, record: Buffer][] = [
    [1, document],
    [9, master],
  ];
  slides.forEach(({ texts, notes, wordArt }, index) => {
    const boxes = texts.map((text) => pptRecord(0xf004, [pptRecord(0xf00d, [header(4), narrow(text)])]));
    if (wordArt !== undefined) boxes.push(pptRecord(0xf004, [wordArtProperties(wordArt)]));
    objects.push([10 + index, pptRecord(1006, [pptRecord(1036, boxes)])]);
    if (notes === undefined) return;
    const place = noted.findIndex((slide) => slide.notes === notes);
    objects.push([
      100 + place,
      pptRecord(1008, [pptRecord(1009, uint32s(256 + index, 0)), pptRecord(1036, [header(2), wide(notes)])]),
    ]);
  });
  const places: number[] = [];
  let at = 0;
  for (const [id, record] of objects.toReversed()) {
    places.push(id | (1 << 20), at);
    at += record.length;
  }
  const directory = pptRecord(6002, uint32s(...places));
  const edit = pptRecord(4085, uint32s(0, 0, 0, at, 1, 0, 0));
  const file = Buffer.concat([...objects.toReversed().map(([, record]) => record), directory, edit]);
  const user = pptRecord(4086, uint32s(20, token, at + directory.length));
  return makeCompoundFile({ 'PowerPoint Document': file, 'Current User': user });
}
