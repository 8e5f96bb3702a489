import { makeZip } from './make-documents.ts';

const NAMES = [
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"',
  'style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'dc="http://purl.org/dc/elements/1.1/"',
  'svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
]
  .map((name) => `xmlns:${name}`)
  .join(' ');

/**
 * An OpenDocument file of this body; `manifest` is what its manifest says of the parts, `styles` stand in front of the body,
 * `masterStyles` in the part with the styles.
 */
export function makeOdf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  { title = '', manifest = '', styles = '', masterStyles = '' } = {},
): Buffer {
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:manifest">${manifest}</manifest:manifest>`,
    'content.xml': `<?xml version="1.0"?><office:document-content ${NAMES}>${styles}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${NAMES}>${masterStyles}</office:document-styles>`,
    'meta.xml': `<office:document-meta ${NAMES}><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
    'Pictures/a.png': 'no text',
  });
}

export function odfTable(rows: string[][]): string {
  const cells = (row: string[]): string =>
    row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('');
  const [header = [], ...body] = rows;
  const rowsXml = body.map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join('');
  return `<table:table table:name="Prices"><table:table-header-rows><table:table-row>${cells(header)}</table:table-row></table:table-header-rows>${rowsXml}</table:table>`;
}
