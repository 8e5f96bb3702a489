import { createHash } from 'node:crypto';
import { type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';

const PRODUCER = 'Muniment';

/** Describes a PDF/A. The fonts must be embedded; nothing here checks that. */
interface ArchivalDescription {
  readonly title: string;
  readonly createdAt: Date;
  /** Distinguishes this document from all others. */
  readonly identity: string;
}

/** Adds what PDF/A-3b demands beside embedded fonts: metadata that agree, colors with a meaning, and an identifier. */
export function markAsArchival(
  document: PDFDocument,
  { title, createdAt, identity }: ArchivalDescription,
): void {
  const { context, catalog } = document;
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setCreator(PRODUCER);
  document.setProducer(PRODUCER);
  document.setCreationDate(createdAt);
  document.setModificationDate(createdAt);
  const metadata = context.stream(Buffer.from(describe(title, createdAt)), {
    Type: 'Metadata',
    Subtype: 'XML',
  });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
  const profile = context.register(context.flateStream(createSrgbProfile(), { N: 3 }));
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB'),
    DestOutputProfile: profile,
  });
  catalog.set(PDFName.of('OutputIntents'), context.obj([intent]));
  catalog.set(PDFName.of('Lang'), PDFString.of('en'));
  const id = PDFHexString.of(createHash('sha256').update(identity).digest('hex').slice(0, 32));
  context.trailerInfo.ID = context.obj([id, id]);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function describe(title: string, createdAt: Date): string {
  const date = `${createdAt.toISOString().slice(0, 19)}Z`;
  // XML has no control characters.
  const text = title
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? '');
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool><pdf:Producer>${PRODUCER}</pdf:Producer>
<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const XYZ = {
  wtpt: [0.9642, 1, 0.8249],
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;
const FIXED_ONE = 65_536;
/** 2.2, with eight binary places. */
const GAMMA = 0x0233;

/** Creates an ICC profile (version 2) of sRGB: its primaries, and a gamma of 2.2. */
function createSrgbProfile(): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', describeProfile('sRGB')],
    ['cprt', Buffer.concat([Buffer.from('text\0\0\0\0'), Buffer.from('Public domain\0')])],
    ...Object.entries(XYZ).map(([name, values]): [string, Buffer] => [name, encodeXyz(values)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, encodeGamma()]),
  ];
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length);
  const parts: Buffer[] = [];
  let offset = 128 + directory.length;
  for (const [place, [name, content]] of tags.entries()) {
    directory.write(name, 4 + 12 * place, 'latin1');
    directory.writeUInt32BE(offset, 8 + 12 * place);
    directory.writeUInt32BE(content.length, 12 + 12 * place);
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset);
  header.writeUInt32BE(0x02100000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [place, value] of [2026, 1, 1].entries()) header.writeUInt16BE(value, 24 + 2 * place);
  header.write('acsp', 36, 'latin1');
  for (const [place, value] of XYZ.wtpt.entries())
    header.writeInt32BE(Math.round(value * FIXED_ONE), 68 + 4 * place);
  return Buffer.concat([header, directory, ...parts]);
}

function encodeXyz(values: readonly number[]): Buffer {
  const content = Buffer.alloc(20);
  content.write('XYZ ', 'latin1');
  for (const [place, value] of values.entries())
    content.writeInt32BE(Math.round(value * FIXED_ONE), 8 + 4 * place);
  return content;
}

function encodeGamma(): Buffer {
  const content = Buffer.alloc(14);
  content.write('curv', 'latin1');
  content.writeUInt32BE(1, 8);
  content.writeUInt16BE(GAMMA, 12);
  return content;
}

function describeProfile(name: string): Buffer {
  const content = Buffer.alloc(12 + name.length + 1 + 78);
  content.write('desc', 'latin1');
  content.writeUInt32BE(name.length + 1, 8);
  content.write(name, 12, 'latin1');
  return content;
}
