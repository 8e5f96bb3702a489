import { strToU8, zipSync } from 'fflate';
import { type SampleDocument, toSampleDocument } from '#server/testing/sample-documents/sample-documents.ts';

export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

interface OfficeFile {
  /** The part that the package begins with. */
  main: string;
  /** Content types by part. */
  types: Readonly<Record<string, string>>;
  parts: Readonly<Record<string, string | Uint8Array>>;
  title: string;
  author: string;
  date: string;
}

/** Packs the parts of an Office file with its properties; the same parts give the same bytes. */
export function makeOfficeFile(
  name: string,
  { main, types, parts, title, author, date }: OfficeFile,
): SampleDocument {
  const at = `${date}T09:00:00Z`;
  const properties = `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created></cp:coreProperties>`;
  const overrides = Object.entries({
    ...types,
    'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
  })
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
    .join('');
  const all = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${overrides}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="${main}"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': properties,
    ...parts,
  };
  const bytes = Object.entries(all).map(
    ([path, part]) => [path, typeof part === 'string' ? strToU8(XML_HEADER + part) : part] as const,
  );
  return toSampleDocument(name, zipSync(Object.fromEntries(bytes), { mtime: new Date(at) }));
}

const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function relationshipsXml(
  all: readonly (readonly [id: string, type: string, target: string])[],
): string {
  const entries = all.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
