import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFPageLeaf,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

const nameOf = (text: string): PDFName => PDFName.of(text);
/** The forms of a file's name, under which a file description lists the streams of its content. */
const FILE_FORMS = ['F', 'UF', 'DOS', 'Mac', 'Unix'].map(nameOf);
/** Annotations that exist only for the file in them. */
const FILE_ANNOTATIONS = ['FileAttachment', 'Sound'].map(nameOf);
/**
 * Entries of pages, annotations and actions with content that no page shows: media, 3D models, the original of the program that
 * made the document, and small images of pages.
 */
const CARRIERS = ['PieceInfo', 'RichMediaContent', 'RichMediaSettings', '3DD', 'Sound', 'Thumb'].map(nameOf);
const TYPE_KEYS = ['Type', 'Subtype', 'S'].map(nameOf);

/**
 * Removes the files that a PDF carries, and everything that its pages do not need: forms that would be shown in place of the
 * pages, removed pages, earlier states of objects. The library writes every object that it has read, so their bytes are removed
 * with them.
 */
export function removeEmbeddedFiles(document: PDFDocument): void {
  const { catalog, context } = document;
  catalog.delete(nameOf('Collection'));
  removeEntries(catalog.lookup(nameOf('Names')), ['EmbeddedFiles', 'Templates']);
  removeEntries(catalog.lookup(nameOf('AcroForm')), ['XFA']);
  const pages = new Set(document.getPages().map(({ node }) => node));
  const used = keepUsed(context, (value) => {
    const object = context.lookup(value);
    return object instanceof PDFPageLeaf ? !pages.has(object) : isFile(object);
  });
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref);
}

function removeEntries(dict: PDFObject | undefined, keys: readonly string[]): void {
  if (dict instanceof PDFDict) for (const key of keys) dict.delete(nameOf(key));
}

/** Decides on an object, or on a reference to it. */
type Decision = (value: PDFObject) => boolean;

/** Deletes references to what is removed, and returns all that the document refers to then. */
function keepUsed(context: PDFContext, isRemoved: Decision): Set<PDFRef> {
  const used = new Set<PDFRef>();
  const waiting: (PDFObject | undefined)[] = Object.values(context.trailerInfo);
  while (waiting.length > 0) {
    const object = waiting.pop();
    if (!(object instanceof PDFRef)) for (const part of keptParts(object, isRemoved)) waiting.push(part);
    else if (!used.has(object)) waiting.push(context.lookup(object));
    if (object instanceof PDFRef) used.add(object);
  }
  return used;
}

function keptParts(object: PDFObject | undefined, isRemoved: Decision): Iterable<PDFObject> {
  if (object instanceof PDFStream) return [object.dict];
  if (object instanceof PDFDict) return keptEntries(object, isRemoved);
  if (object instanceof PDFArray) return keptElements(object, isRemoved);
  return object instanceof PDFInvalidObject ? referencesIn(textOf(object)) : [];
}

function* keptEntries(dict: PDFDict, isRemoved: Decision): Generator<PDFObject> {
  // The names of fonts and images are keys as well, of dictionaries without a type.
  const isTyped = TYPE_KEYS.some((key) => dict.get(key) instanceof PDFName);
  for (const [key, value] of dict.entries()) {
    if ((isTyped && CARRIERS.includes(key)) || isRemoved(value)) dict.delete(key);
    else yield value;
  }
}

function* keptElements(array: PDFArray, isRemoved: Decision): Generator<PDFObject> {
  for (const [index, value] of array.asArray().entries()) {
    // Replaces it in its place, because positions have meanings.
    if (isRemoved(value)) array.set(index, PDFNull);
    else yield value;
  }
}

/** Tells whether an object is the content of a file, a description with its content, or an annotation for it. */
function isFile(object: PDFObject | undefined): boolean {
  if (object instanceof PDFInvalidObject) return /\/(EF\b|EmbeddedFile)/.test(textOf(object));
  if (object instanceof PDFStream) return object.dict.get(nameOf('Type')) === nameOf('EmbeddedFile');
  if (!(object instanceof PDFDict)) return false;
  const subtype = object.get(nameOf('Subtype'));
  if (subtype instanceof PDFName && FILE_ANNOTATIONS.includes(subtype)) return true;
  return ['EF', 'RF'].some((key) => {
    const contents = object.lookup(nameOf(key));
    return contents instanceof PDFDict && FILE_FORMS.some((form) => contents.has(form));
  });
}

/** An object that the library cannot read, but other programs may. */
function textOf(object: PDFInvalidObject): string {
  const bytes = Buffer.alloc(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes.toString('latin1');
}

function* referencesIn(text: string): Generator<PDFRef> {
  for (const [, number, generation] of text.matchAll(/(\d{1,10})\s+(\d{1,5})\s+R\b/g))
    yield PDFRef.of(Number(number), Number(generation));
}
