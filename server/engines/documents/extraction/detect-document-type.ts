import {
  type DocumentType,
  passwordProtectedError,
  UnreadableDocumentError,
} from '../blocks/document-text.ts';
import { findXmlFormat } from '../formats/xml/xml-format.ts';

/** Readers of PDF accept anything before the header within this many bytes. */
const PDF_HEADER_RANGE = 1024;
const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const COMPOUND_FILE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Office wraps what a password protects in an old compound file, under this name. */
const ENCRYPTED_STREAM = 'EncryptedPackage';
/** Each program keeps its document under a name of its own in a compound file. */
const COMPOUND_STREAMS: readonly (readonly [type: DocumentType, names: readonly string[]])[] = [
  ['doc', ['WordDocument']],
  ['ppt', ['PowerPoint Document']],
  ['xls', ['Workbook', 'WORKBOOK', 'Book', 'BOOK']],
  ['msg', ['__properties_version1.0']],
];
/** Newer formats that Office writes under an extension of its older ones without asking. */
const XML_SUCCESSORS: Partial<Record<DocumentType, DocumentType>> = {
  doc: 'docx',
  xls: 'xlsx',
  ppt: 'pptx',
  rtf: 'docx',
};
const ZIP_TYPES: readonly DocumentType[] = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];
const OFFICE_TYPES: readonly DocumentType[] = [...ZIP_TYPES, 'doc', 'xls', 'ppt', 'rtf', 'msg', 'xml'];

/**
 * The type that a document's first bytes show, where programs write one format under the name of another (rich text and web
 * pages as .doc). Refuses an empty file, and one whose bytes are of no type that its name can mean.
 */
export function detectDocumentType(claimed: DocumentType, bytes: Buffer): DocumentType {
  if (bytes.length === 0) throw new UnreadableDocumentError({ code: 'empty' }, 'no-text');
  const found = OFFICE_TYPES.includes(claimed)
    ? officeType(claimed, bytes)
    : hasSignature(claimed, bytes) && claimed;
  if (found) return found;
  throw new UnreadableDocumentError({ code: 'wrong-content', type: claimed }, 'damaged');
}

function officeType(claimed: DocumentType, bytes: Buffer): DocumentType | undefined {
  if (startsWith(bytes, ZIP_SIGNATURE))
    return ZIP_TYPES.includes(claimed) ? claimed : XML_SUCCESSORS[claimed];
  if (startsWith(bytes, COMPOUND_FILE_SIGNATURE)) return compoundType(claimed, bytes);
  const head = decodeHead(bytes);
  if (head.startsWith('{\\rtf')) return 'rtf';
  if (ZIP_TYPES.includes(claimed)) return undefined;
  if (WEB_PAGE.test(head) || (claimed !== 'xml' && WEB_PAGE_PART.test(head))) return 'html';
  if (/^mime-version:/im.test(head)) return 'eml';
  if (head.startsWith('<') && (claimed === 'xml' || findXmlFormat(head) !== undefined)) return 'xml';
  return claimed === 'xls' && isDelimitedText(head) ? 'csv' : undefined;
}

const WEB_PAGE = /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype )?html\b/i;
/** The part of a page that programs write as a document or workbook. */
const WEB_PAGE_PART = /^<(?:head|meta|body|table|style|div)\b/i;
const HEAD_LENGTH = 16_384;

function decodeHead(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes
    .toString(isWide ? 'utf16le' : 'latin1', 0, HEAD_LENGTH)
    .replace(/^(?:\ufeff|\xef\xbb\xbf)/, '')
    .trimStart();
}

/** Programs write rows with tabs between the cells under the name of a workbook. */
const isDelimitedText = (head: string): boolean => head.includes('\t') && !head.includes('\0');

/**
 * Embedded documents use the same stream names in the same file, so the claimed type is checked first. What a password
 * protects is wrapped in a file without the streams of a program: beside them it is attached or embedded.
 */
function compoundType(claimed: DocumentType, bytes: Buffer): DocumentType | undefined {
  const has = (name: string): boolean => bytes.includes(Buffer.from(`${name}\0`, 'utf16le'));
  const found = COMPOUND_STREAMS.flatMap(([type, names]) => (names.some(has) ? type : []));
  if (found.length === 0 && has(ENCRYPTED_STREAM)) throw passwordProtectedError();
  return found.includes(claimed) ? claimed : found[0];
}

function hasSignature(type: DocumentType, bytes: Buffer): boolean {
  if (type === 'pdf') return bytes.subarray(0, PDF_HEADER_RANGE).includes('%PDF-');
  return !(
    bytes.subarray(0, 5).includes('%PDF-') ||
    startsWith(bytes, ZIP_SIGNATURE) ||
    startsWith(bytes, COMPOUND_FILE_SIGNATURE)
  );
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** The endings of names beside a type's own. */
const OTHER_EXTENSIONS: Record<DocumentType, readonly string[]> = {
  pdf: [],
  docx: ['docm', 'dotx', 'dotm'],
  xlsx: ['xlsm', 'xltx', 'xltm', 'xlsb'],
  pptx: ['pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  odt: ['ott'],
  ods: ['ots'],
  odp: ['otp'],
  doc: ['dot'],
  xls: ['xlt'],
  ppt: ['pps', 'pot'],
  rtf: [],
  html: ['htm', 'xhtml'],
  eml: ['mht', 'mhtml'],
  msg: [],
  txt: ['text', 'log'],
  md: ['markdown'],
  csv: ['tsv'],
  json: [],
  xml: ['fodt', 'fods', 'fodp'],
};

const TYPE_BY_EXTENSION: ReadonlyMap<string, DocumentType> = new Map(
  Object.entries(OTHER_EXTENSIONS).flatMap(
    ([type, others]) => [type, ...others].map((ending) => [ending, type as DocumentType] as const), // Object.entries forgets the keys
  ),
);

/** The type that the ending of a name claims; nothing for what holds no text that can be read. */
export const documentTypeOfExtension = (ending: string): DocumentType | undefined =>
  TYPE_BY_EXTENSION.get(ending);
