import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { HiddenContent, HiddenFinding } from './finding.ts';

/** Drawings can have thousands. */
const MAX_LAYERS = 100;
/** Annotations that carry a remark of a person; links and form fields do not. */
const COMMENT_TYPES = new Set(
  [
    'Text',
    'FreeText',
    'Highlight',
    'Underline',
    'StrikeOut',
    'Squiggly',
    'Stamp',
    'Caret',
    'Ink',
    'Square',
    'Circle',
    'Line',
    'Polygon',
  ].map((name) => `/${name}`),
);
const MAX_NAME_TREE_DEPTH = 10;

/** Finds the author, comments, attachments and layers of a PDF. */
export async function findHiddenInPdf(bytes: Buffer): Promise<HiddenContent> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  // This includes files that everybody may open and whose password protects changes only: their strings cannot be read.
  if (pdf.isEncrypted) return { findings: [], isComplete: false };
  const findings = [
    ...findProperties(pdf),
    ...findAttachments(pdf),
    ...findLayers(pdf),
    ...findInAnnotations(pdf),
  ];
  return { findings, isComplete: true };
}

const textOf = (value: unknown): string =>
  value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText().replace(/\s+/g, ' ').trim()
    : '';

const textAt = (dict: PDFDict, key: string): string => textOf(dict.lookup(PDFName.of(key)));

const nameOfFile = (file: unknown): string =>
  file instanceof PDFDict ? textAt(file, 'UF') || textAt(file, 'F') : textOf(file);

function* findProperties(pdf: PDFDocument): Generator<HiddenFinding> {
  const author = pdf.getAuthor()?.trim() ?? '';
  if (author !== '') yield { kind: 'author', value: author };
  const info = pdf.context.lookup(pdf.context.trailerInfo.Info);
  const company = info instanceof PDFDict ? textAt(info, 'Company') : '';
  if (company !== '') yield { kind: 'company', value: company };
}

function* findAttachments(pdf: PDFDocument): Generator<HiddenFinding> {
  const names = pdf.catalog.lookup(PDFName.of('Names'));
  const files = names instanceof PDFDict ? names.lookup(PDFName.of('EmbeddedFiles')) : undefined;
  if (files instanceof PDFDict) yield* namesIn(files, 0);
}

/** Reads a tree of names: the names of a leaf with their file descriptions, or its branches. */
function* namesIn(node: PDFDict, depth: number): Generator<HiddenFinding> {
  if (depth > MAX_NAME_TREE_DEPTH) return;
  const names = node.lookup(PDFName.of('Names'));
  if (names instanceof PDFArray)
    for (let at = 0; at + 1 < names.size(); at += 2) {
      const file = names.lookup(at + 1);
      yield { kind: 'attachment', value: nameOfFile(file) || textOf(names.lookup(at)) };
    }
  const branches = node.lookup(PDFName.of('Kids'));
  if (!(branches instanceof PDFArray)) return;
  for (const branch of branches.asArray()) {
    const child = node.context.lookup(branch);
    if (child instanceof PDFDict) yield* namesIn(child, depth + 1);
  }
}

function* findLayers(pdf: PDFDocument): Generator<HiddenFinding> {
  const properties = pdf.catalog.lookup(PDFName.of('OCProperties'));
  if (!(properties instanceof PDFDict)) return;
  const [groups, usual] = [properties.lookup(PDFName.of('OCGs')), properties.lookup(PDFName.of('D'))];
  if (!(groups instanceof PDFArray)) return;
  const off = usual instanceof PDFDict ? usual.lookup(PDFName.of('OFF')) : undefined;
  const hidden = new Set(off instanceof PDFArray ? off.asArray().map(String) : []);
  for (const reference of groups.asArray().slice(0, MAX_LAYERS)) {
    const group = pdf.context.lookup(reference);
    if (!(group instanceof PDFDict)) continue;
    yield {
      kind: 'layer',
      value: `${textAt(group, 'Name')}${hidden.has(String(reference)) ? ' (hidden)' : ''}`,
    };
  }
}

/** Finds comments, and the files that are attached to a place on a page. */
function* findInAnnotations(pdf: PDFDocument): Generator<HiddenFinding> {
  for (const [index, page] of pdf.getPages().entries()) {
    const annotations = page.node.lookup(PDFName.of('Annots'));
    if (!(annotations instanceof PDFArray)) continue;
    for (const reference of annotations.asArray()) {
      const annotation = pdf.context.lookup(reference);
      if (!(annotation instanceof PDFDict)) continue;
      const type = String(annotation.lookup(PDFName.of('Subtype')));
      if (type === '/FileAttachment') {
        const file = annotation.lookup(PDFName.of('FS'));
        yield {
          kind: 'attachment',
          page: index + 1,
          value: nameOfFile(file) || textAt(annotation, 'Contents'),
        };
        continue;
      }
      const [text, author] = [textAt(annotation, 'Contents'), textAt(annotation, 'T')];
      if (text === '' || !COMMENT_TYPES.has(type)) continue;
      yield { kind: 'comment', page: index + 1, value: author === '' ? text : `${author}: ${text}` };
    }
  }
}
