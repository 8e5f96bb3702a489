import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { type OfficePackage, openOfficePackage } from '../containers/office-package.ts';
import {
  attributeOf,
  childrenOf,
  findAll,
  findByPath,
  relationshipIdOf,
  tagOf,
  textOf,
  type XmlNode,
} from '../containers/xml.ts';

/** Paragraphs of DrawingML (shapes, cells, SmartArt), empty ones left out. */
function drawingParagraphs(node: XmlNode): string[] {
  return findAll(node, 'p')
    .map(paragraphText)
    .filter((text) => text.trim() !== '');
}

/** A table's rows as text. */
function drawingTable(table: XmlNode): string[] {
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

/**
 * Slides in the order in which they are shown, hidden ones included and marked; the title first, then shapes as they are stacked.
 */
export function extractPptx(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  const file = openOfficePackage(parts, 'presentation');
  const relations = file.relationships(file.main);
  const ids = childrenOf(findByPath(file.root, 'sldIdLst') ?? {}).map(relationshipIdOf);
  const paths = ids.flatMap((id) => relations.find((relation) => relation.id === id)?.target ?? []);
  paths.forEach((path, index) => {
    if (file.has(path)) writeSlide(file, path, index + 1, writer);
  });
  return file.title;
}

function writeSlide(file: OfficePackage, path: string, slide: number, writer: BlockWriter): void {
  const root = file.part(path);
  const place = { slide, ...(attributeOf(root, 'show') === '0' && { isHidden: true as const }) };
  const shapes = shapesIn(findByPath(root, 'cSld', 'spTree'));
  const isTitle = (shape: XmlNode): boolean => /^(title|ctrTitle)$/.test(placeholderType(shape) ?? '');
  const title = shapes.find(isTitle);
  writer.resetHeadings();
  if (title) writer.addHeading(1, drawingParagraphs(title).join(' '), place);
  for (const shape of shapes) {
    if (shape === title || isDecoration(shape)) continue;
    const tables = findAll(shape, 'tbl');
    for (const row of tables.flatMap(drawingTable)) writer.addBlock('table', row, place);
    if (tables.length === 0) writer.addBlock('slide', drawingParagraphs(shape).join('\n'), place);
  }
  for (const relation of file.relationships(path)) {
    if (!file.has(relation.target)) continue;
    if (relation.type === 'notesSlide') writeNotes(file.part(relation.target), slide, writer);
    // SmartArt keeps its words in a part of its own.
    if (relation.type === 'diagramData') {
      writer.addBlock('slide', drawingParagraphs(file.part(relation.target)).join('\n'), place);
    }
  }
}

function writeNotes(notes: XmlNode, slide: number, writer: BlockWriter): void {
  for (const shape of shapesIn(findByPath(notes, 'cSld', 'spTree'))) {
    if (placeholderType(shape) === 'body')
      writer.addBlock('note', drawingParagraphs(shape).join('\n'), { slide, isHidden: true });
  }
}

/** Shapes, tables and charts, with groups opened; of alternatives the first, which newer programs show. */
function shapesIn(tree: XmlNode | undefined): XmlNode[] {
  return childrenOf(tree ?? {}).flatMap((node) => {
    if (tagOf(node) === 'grpSp') return shapesIn(node);
    if (tagOf(node) === 'AlternateContent')
      return shapesIn(findByPath(node, 'Choice') ?? findByPath(node, 'Fallback'));
    return /^(sp|graphicFrame|cxnSp|contentPart)$/.test(tagOf(node)) ? [node] : [];
  });
}

function placeholderType(shape: XmlNode): string | undefined {
  const placeholder = findByPath(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder && (attributeOf(placeholder, 'type') ?? 'obj');
}

/** Slide number, date and footer repeat on every slide. */
function isDecoration(shape: XmlNode): boolean {
  return /^(sldNum|dt|ftr|hdr)$/.test(placeholderType(shape) ?? '');
}
