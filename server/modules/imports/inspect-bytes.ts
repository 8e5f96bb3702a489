import type { ImportProblem } from '#shared/contracts/imports/imports.ts';

type Finding = Pick<ImportProblem, 'kind' | 'reason'>;

/** Looks at the bytes of one file on their way into the store. */
interface ByteInspector {
  add(chunk: Buffer): void;
  /** Returns what is wrong with the file, if anything, once all of its bytes were added. */
  finding(): Finding | undefined;
}

const PROTECTED: Finding = { kind: 'password-protected', reason: 'it is protected by a password' };
/** A password of the owner alone forbids changes, and the document opens without it. */
const ENCRYPTED_PDF: Finding = {
  kind: 'password-protected',
  reason: 'it is encrypted, and may need a password to open',
};
const WITHOUT_TEXT: Finding = { kind: 'no-text', reason: 'it is scanned and has no text' };
const unreadable = (reason: string): Finding => ({ kind: 'unreadable', reason });

const HEAD_BYTES = 1024;
const ZIP_SIGNATURE = Buffer.from('PK');
/** Compound files hold the formats of Office before 2007, and the encrypted ones since. */
const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OFFICE_EXTENSION = /\.(?:docx|xlsx|pptx|docm|xlsm|pptm)$/i;
const IMAGE_EXTENSION = /\.(?:tiff?|jpe?g|png|heic|bmp)$/i;

/** Names that are written in clear in most PDF files. An `/ObjStm` hides the rest, so that nothing follows from their absence. */
const PDF_SIGNS = ['/Encrypt', '/Font', '/ObjStm', '/Image'] as const;
const MAX_SIGN_LENGTH = 8;

/**
 * Recognizes, without reading the document itself, what is most often wrong with imported files: empty or of another type than
 * its name says, protected by a password, scanned without text.
 */
export function createByteInspector(name: string): ByteInspector {
  const isPdf = /\.pdf$/i.test(name);
  const found = new Set<string>();
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let size = 0;

  function searchSigns(chunk: Buffer): void {
    // A sign may lie across two chunks.
    const seam = Buffer.concat([tail, chunk.subarray(0, MAX_SIGN_LENGTH)]);
    for (const sign of PDF_SIGNS)
      if (!found.has(sign) && (chunk.includes(sign) || seam.includes(sign))) found.add(sign);
    tail = Buffer.from(chunk.subarray(-MAX_SIGN_LENGTH));
  }

  function findingOfPdf(): Finding | undefined {
    if (!head.includes('%PDF-')) return unreadable('it is no PDF file');
    if (found.has('/Encrypt')) return ENCRYPTED_PDF;
    const isScanned = found.has('/Image') && !found.has('/Font') && !found.has('/ObjStm');
    return isScanned ? WITHOUT_TEXT : undefined;
  }

  function findingOfOffice(): Finding | undefined {
    if (head.subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE)) return PROTECTED;
    return head.subarray(0, 2).equals(ZIP_SIGNATURE) ? undefined : unreadable('it is no Office file');
  }

  return {
    add(chunk) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      size += chunk.length;
      if (isPdf) searchSigns(chunk);
    },
    finding() {
      if (size === 0) return unreadable('it is empty');
      if (isPdf) return findingOfPdf();
      if (OFFICE_EXTENSION.test(name)) return findingOfOffice();
      return IMAGE_EXTENSION.test(name) ? WITHOUT_TEXT : undefined;
    },
  };
}
