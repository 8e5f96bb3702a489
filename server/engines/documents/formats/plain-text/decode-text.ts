import { detect } from 'chardet';
import { UnreadableDocumentError } from '#server/engines/documents/blocks/document-text.ts';
import * as shared from '#shared/domain/decode-text.ts';

const SAMPLE_BYTES = 64 * 1024;

/** A text file's characters; what is no text at all is refused, unless it names its encoding. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const isText =
    declared !== undefined || shared.detectUnicodeEncoding(bytes) !== undefined || !looksBinary(bytes);
  if (!isText) throw new UnreadableDocumentError({ code: 'not-text' }, 'damaged');
  return shared.decodeText(bytes, detect, declared);
}

/** Text has no NUL and next to no other control bytes (escape sequences of old printers are the exception). */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return true;
  const controls = sample.filter((byte) => byte < 0x20 && ![9, 10, 11, 12, 13, 27].includes(byte)).length;
  return controls > sample.length * 0.01;
}
