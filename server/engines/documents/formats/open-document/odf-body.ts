import type { BlockPlace } from '#server/engines/documents/blocks/document-text.ts';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { odfAnchored, odfInlineText } from './odf-text.ts';
import { tableText } from '#server/engines/documents/blocks/format-table.ts';
import { attributeOf, childrenOf, findAll, tagOf, type XmlNode } from '../containers/xml.ts';

/** A table of more columns repeats an empty one to the edge of the page. */
const MOST_REPEATED = 100;
/** Deleted text and comments, forms, and what says how a list or index is made. */
const LEFT_OUT = /^(?:tracked-changes|annotation|forms|.*-source|.*-decls|#text)$/;

interface Target {
  writer: BlockWriter;
  place: BlockPlace;
  /** What running text is here. */
  kind: 'paragraph' | 'slide' | 'note';
}

/** Writes the paragraphs, lists and tables of an OpenDocument body in their order. */
export function writeOdfBody(container: XmlNode, target: Target): void {
  for (const node of childrenOf(container)) writeNode(node, target);
}

function writeNode(node: XmlNode, target: Target): void {
  const { writer, place, kind } = target;
  switch (tagOf(node)) {
    case 'h':
      if (kind === 'paragraph') writer.heading(levelOf(node), odfInlineText(node), place);
      else writer.block(kind, odfInlineText(node), place);
      writeAnchored(node, target);
      break;
    // What a drawing is said to show.
    case 'title':
    case 'desc':
    case 'p':
      writer.block(kind, odfInlineText(node), place);
      writeAnchored(node, target);
      break;
    case 'list-item':
      writeItem(node, target);
      break;
    case 'table':
      for (const row of tableText(rowsOf(node))) writer.block('table', row, place);
      writeAnchored(node, target);
      break;
    case 'note':
      writer.block('note', findAll(node, 'p').map(odfInlineText).join('\n'), place);
      break;
    default:
      if (!LEFT_OUT.test(tagOf(node))) writeOdfBody(node, target);
  }
}

function writeAnchored(node: XmlNode, target: Target): void {
  for (const anchored of odfAnchored(node)) writeNode(anchored, target);
}

/** A heading in a list is numbered by it, and stays a heading. */
function writeItem(item: XmlNode, target: Target): void {
  const { writer, place, kind } = target;
  for (const child of childrenOf(item)) {
    if (tagOf(child) !== 'p') {
      writeNode(child, target);
      continue;
    }
    writer.block(kind === 'paragraph' ? 'list' : kind, odfInlineText(child), place);
    writeAnchored(child, target);
  }
}

function levelOf(heading: XmlNode): number {
  const level = Number(attributeOf(heading, 'outline-level') ?? 1);
  return level >= 1 && level <= 10 ? Math.floor(level) : 1;
}

/** Rows stand in groups for headers and pages; cells that a wider one covers are written as such. */
function rowsOf(table: XmlNode): string[][] {
  return findAll(table, 'table-row').map((row) =>
    childrenOf(row).flatMap((cell) => {
      if (!/^(?:covered-)?table-cell$/.test(tagOf(cell))) return [];
      const text = [...findAll(cell, 'h'), ...findAll(cell, 'p')].map(odfInlineText).join(' ');
      const repeated = Number(attributeOf(cell, 'number-columns-repeated') ?? 1);
      return Array.from({ length: Math.min(Math.max(repeated || 1, 1), MOST_REPEATED) }, () => text);
    }),
  );
}
