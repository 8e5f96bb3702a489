import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import {
  attributeOf,
  childrenOf,
  findAll,
  findByPath,
  tagOf,
  textOf,
  type XmlNode,
} from '../containers/xml.ts';
import type { NumberedParagraph } from './docx-numbering.ts';
import { childValue, type ParagraphStyle, readOutlineLevel } from './docx-styles.ts';

/** A paragraph's words as Word shows them with all changes accepted; text boxes are not part of the sentence around them. */
function inlineText(node: XmlNode): string {
  switch (tagOf(node)) {
    case 't':
      return textOf(node);
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '-';
    case 'AlternateContent':
      return inlineText(chooseAlternative(node));
    case 'pPr':
    case 'del':
    case 'moveFrom':
    case 'txbxContent':
    case 'footnote':
    case 'endnote':
    case 'rt':
    case '#text':
      return '';
    default:
      return childrenOf(node).map(inlineText).join('');
  }
}

/** The text boxes anchored in a paragraph, each a body of its own. */
function findTextBoxes(node: XmlNode): XmlNode[] {
  if (tagOf(node) === 'txbxContent') return [node];
  if (tagOf(node) === 'AlternateContent') return findTextBoxes(chooseAlternative(node));
  return childrenOf(node).flatMap(findTextBoxes);
}

/** Returns the lines of a note, header or footer, those of a text box after the paragraph that holds it. */
export function linesOf(container: XmlNode): string[] {
  return findAll(container, 'p').flatMap((paragraph) => [
    inlineText(paragraph),
    ...findTextBoxes(paragraph).flatMap(linesOf),
  ]);
}

/** The same thing is written twice, for newer and for older programs: the first version that holds text is read. */
function chooseAlternative(node: XmlNode): XmlNode {
  const choice = findByPath(node, 'Choice');
  if (choice && findAll(choice, 't').length > 0) return choice;
  return findByPath(node, 'Fallback') ?? choice ?? {};
}

/** A cell longer than this is not a value but a column of the page's layout: its paragraphs are read as such. */
const LAYOUT_CELL_LENGTH = 1_500;

/** Parts of a Word document that its body refers to, and the writer of its blocks. */
export interface WordParts {
  writer: BlockWriter;
  style: (styleId: string | undefined) => ParagraphStyle;
  number: (paragraph: NumberedParagraph) => string;
  /** By the tag that refers to them and their id: 'footnoteReference 2'. */
  notes: ReadonlyMap<string, string>;
}

/** Writes the paragraphs and tables of a body, or of another container of them, in their order. */
export function writeBody(container: XmlNode, document: WordParts): void {
  for (const node of childrenOf(container)) {
    const tag = tagOf(node);
    if (tag === 'p') writeParagraph(node, document);
    else if (tag === 'tbl') writeTable(node, document);
    else if (tag === 'AlternateContent') writeBody(chooseAlternative(node), document);
    else if (/^(sdt|sdtContent|customXml|smartTag|ins|moveTo|sect|sub-section)$/.test(tag))
      writeBody(node, document);
  }
}

function writeParagraph(paragraph: XmlNode, document: WordParts): void {
  const { writer } = document;
  const properties = findByPath(paragraph, 'pPr');
  const styleId = childValue(properties, 'pStyle');
  const style = document.style(styleId);
  const numbering = childValue(findByPath(properties, 'numPr'), 'numId') ?? style.numbering;
  // Word 2003 writes the number that it shows beside the properties of the list.
  const printed = childValue(findByPath(properties, 'listPr'), 't');
  const text = inlineText(paragraph).trim();
  if (text !== '') {
    const level = childValue(findByPath(properties, 'numPr'), 'ilvl');
    // Numbering 0 takes a paragraph out of the list that its style puts it in.
    const isListed = printed !== undefined || (numbering !== undefined && numbering !== '0');
    const label =
      printed !== undefined
        ? readPrintedNumber(printed)
        : numbering !== undefined && isListed
          ? document.number({
              numbering,
              level: level === undefined ? undefined : Number(level),
              style: styleId,
            })
          : '';
    const numbered = label === '' ? text : `${label} ${text}`;
    const outline = readOutlineLevel(properties) ?? style.outline ?? BODY_TEXT;
    if (outline < BODY_TEXT) writer.addHeading(outline + 1, numbered);
    else writer.addBlock(isListed ? 'list' : 'paragraph', numbered);
  }
  writeNotes(paragraph, document);
  for (const box of findTextBoxes(paragraph)) writeBody(box, document);
}

const BODY_TEXT = 9;

/** A bullet is no number. */
const readPrintedNumber = (printed: string): string => (/[\p{L}\p{N}]/u.test(printed) ? printed : '');

function writeTable(table: XmlNode, document: WordParts): void {
  const rows = findAll(table, 'tr').map((row) => findAll(row, 'tc'));
  const texts = rows.map((cells) => cells.flatMap((cell) => [cellText(cell), ...spannedCells(cell)]));
  const isLayout =
    rows.every((cells) => cells.length < 2) || texts.flat().some((text) => text.length > LAYOUT_CELL_LENGTH);
  if (isLayout) {
    for (const cell of rows.flat()) writeBody(cell, document);
    return;
  }
  for (const row of formatTable(texts)) document.writer.addBlock('table', row);
  writeNotes(table, document);
  for (const box of findTextBoxes(table)) writeBody(box, document);
}

function cellText(cell: XmlNode): string {
  return findAll(cell, 'p').map(inlineText).join(' ').trim();
}

/** Empty cells in place of the columns that a wide cell covers, so that the next ones stay under their headers. */
function spannedCells(cell: XmlNode): string[] {
  const span = Number(childValue(findByPath(cell, 'tcPr'), 'gridSpan') ?? 1);
  return Array.from({ length: Math.min(Math.max(span - 1, 0), 100) }, () => '');
}

function writeNotes(node: XmlNode, document: WordParts): void {
  for (const note of [...findAll(node, 'footnote'), ...findAll(node, 'endnote')])
    document.writer.addBlock('note', linesOf(note).join('\n'));
  for (const tag of ['footnoteReference', 'endnoteReference']) {
    for (const reference of findAll(node, tag)) {
      document.writer.addBlock('note', document.notes.get(`${tag} ${attributeOf(reference, 'id')}`) ?? '');
    }
  }
}
