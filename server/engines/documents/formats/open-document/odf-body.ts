import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import type { BlockLocation } from '#server/engines/documents/blocks/document-text.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { attributeOf, childrenOf, findAll, tagOf, textOf, type XmlNode } from '../containers/xml.ts';

/** A table of more columns repeats an empty one to the edge of the page. */
const MAX_REPEATED_COLUMNS = 100;
/** Deleted text and comments, forms, and what says how a list or index is made. */
const IGNORED_ELEMENTS = /^(?:tracked-changes|annotation|forms|.*-source|.*-decls|#text)$/;

interface OutputTarget {
  writer: BlockWriter;
  place: BlockLocation;
  /** The kind of block that running text becomes. */
  kind: 'paragraph' | 'slide' | 'note';
}

/** Writes the paragraphs, lists and tables of an OpenDocument body in their order. */
export function writeOdfBody(container: XmlNode, target: OutputTarget): void {
  for (const node of childrenOf(container)) writeNode(node, target);
}

/** Returns the lines of a header or footer, those of a text box after the paragraph that holds it. */
export function odfLinesOf(container: XmlNode): string[] {
  return childrenOf(container).flatMap((node) => {
    if (IGNORED_ELEMENTS.test(tagOf(node))) return [];
    return /^(?:p|h|title|desc)$/.test(tagOf(node))
      ? [odfInlineText(node), ...findAnchoredNodes(node).flatMap(odfLinesOf)]
      : odfLinesOf(node);
  });
}

function writeNode(node: XmlNode, target: OutputTarget): void {
  const { writer, place, kind } = target;
  switch (tagOf(node)) {
    case 'h':
      if (kind === 'paragraph') writer.addHeading(levelOf(node), odfInlineText(node), place);
      else writer.addBlock(kind, odfInlineText(node), place);
      writeAnchored(node, target);
      break;
    // What a drawing is said to show.
    case 'title':
    case 'desc':
    case 'p':
      writer.addBlock(kind, odfInlineText(node), place);
      writeAnchored(node, target);
      break;
    case 'list-item':
      writeItem(node, target);
      break;
    case 'table':
      for (const row of formatTable(rowsOf(node))) writer.addBlock('table', row, place);
      writeAnchored(node, target);
      break;
    case 'note':
      writer.addBlock('note', findAll(node, 'p').map(odfInlineText).join('\n'), place);
      break;
    default:
      if (!IGNORED_ELEMENTS.test(tagOf(node))) writeOdfBody(node, target);
  }
}

function writeAnchored(node: XmlNode, target: OutputTarget): void {
  for (const anchored of findAnchoredNodes(node)) writeNode(anchored, target);
}

/** A heading in a list is numbered by it, and stays a heading. */
function writeItem(item: XmlNode, target: OutputTarget): void {
  const { writer, place, kind } = target;
  for (const child of childrenOf(item)) {
    if (tagOf(child) !== 'p') {
      writeNode(child, target);
      continue;
    }
    writer.addBlock(kind === 'paragraph' ? 'list' : kind, odfInlineText(child), place);
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
      return Array.from({ length: Math.min(Math.max(repeated || 1, 1), MAX_REPEATED_COLUMNS) }, () => text);
    }),
  );
}

const MAX_SPACES = 100;
/** Drawn elements that have text of their own. */
const SHAPE = /^(?:frame|custom-shape|rect|ellipse|circle|line|polyline|polygon|path|connector|caption|g)$/;

/** The words of a paragraph; notes, comments and text boxes are not part of the sentence around them. */
export function odfInlineText(node: XmlNode): string {
  switch (tagOf(node)) {
    case '#text':
      // Spaces beyond one, and lines' ends, are written as elements.
      return textOf(node).replace(/\s+/g, ' ');
    case 's':
      return ' '.repeat(Math.min(Math.max(Number(attributeOf(node, 'c') ?? 1) || 1, 1), MAX_SPACES));
    case 'tab':
      return '\t';
    case 'line-break':
      return '\n';
    case 'note':
    case 'annotation':
    case 'ruby-text':
      return '';
    default:
      return SHAPE.test(tagOf(node)) ? '' : childrenOf(node).map(odfInlineText).join('');
  }
}

/** Returns nodes that are anchored in a paragraph and have paragraphs of their own, in order: footnotes, text boxes, shapes. */
function findAnchoredNodes(node: XmlNode): XmlNode[] {
  return childrenOf(node).flatMap((child) => {
    if (tagOf(child) === 'note' || SHAPE.test(tagOf(child))) return [child];
    return tagOf(child) === 'annotation' ? [] : findAnchoredNodes(child);
  });
}
