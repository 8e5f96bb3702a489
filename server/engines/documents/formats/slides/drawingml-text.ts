import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { childrenOf, findAll, tagOf, textOf, type XmlNode } from '../containers/xml.ts';

/** Paragraphs of DrawingML (shapes, cells, SmartArt), empty ones left out. */
export function drawingParagraphs(node: XmlNode): string[] {
  return findAll(node, 'p')
    .map(paragraphText)
    .filter((text) => text.trim() !== '');
}

/** A table's rows as text. */
export function drawingTable(table: XmlNode): string[] {
  const rows = findAll(table, 'tr').map((row) =>
    findAll(row, 'tc').map((cell) => drawingParagraphs(cell).join(' ')),
  );
  return formatTable(rows);
}

function paragraphText(paragraph: XmlNode): string {
  return childrenOf(paragraph)
    .map((child) => (tagOf(child) === 'br' ? '\n' : findAll(child, 't').map(textOf).join('')))
    .join('');
}
