import type { DocumentType } from './block.ts';
import { Unreadable } from './unreadable.ts';

const NAMES: Record<DocumentType, string> = {
  pdf: 'PDF',
  docx: 'Word document',
  xlsx: 'Excel workbook',
  pptx: 'PowerPoint presentation',
  txt: 'text',
  md: 'Markdown text',
  csv: 'CSV text',
  json: 'JSON text',
};

/** Readers of PDF accept anything before the header within this many bytes. */
const PDF_HEADER_RANGE = 1024;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Office wraps what a password protects in an old compound file, under this name. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Refuses an empty file, and one whose first bytes are not of the type that its name says. */
export function requireContent(type: DocumentType, bytes: Buffer): void {
  if (bytes.length === 0) throw new Unreadable('The file is empty.', 'no-text');
  if (isOffice(type) && startsWith(bytes, COMPOUND_FILE) && bytes.includes(ENCRYPTED)) {
    throw new Unreadable('This file is protected by a password.', 'failed', { isProtected: true });
  }
  if (!hasSignature(type, bytes)) {
    const article = type === 'xlsx' ? 'an' : 'a';
    const noun = isText(type) ? 'text' : `${article} ${NAMES[type]}`;
    throw new Unreadable(`This file's name says ${NAMES[type]}, but its content is not ${noun}.`);
  }
}

function hasSignature(type: DocumentType, bytes: Buffer): boolean {
  const isPdf = bytes.subarray(0, PDF_HEADER_RANGE).includes('%PDF-');
  if (type === 'pdf') return isPdf;
  if (isOffice(type)) return startsWith(bytes, ZIP);
  return !(
    bytes.subarray(0, 5).includes('%PDF-') ||
    startsWith(bytes, ZIP) ||
    startsWith(bytes, COMPOUND_FILE)
  );
}

function isOffice(type: DocumentType): boolean {
  return type === 'docx' || type === 'xlsx' || type === 'pptx';
}

function isText(type: DocumentType): boolean {
  return !isOffice(type) && type !== 'pdf';
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}
