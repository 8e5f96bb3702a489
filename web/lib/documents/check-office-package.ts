import { unzipSync } from 'fflate';
import type { DocumentError } from './frame-messages.ts';

/** Limits the unpacked size. The renderers hold it in memory, and an archive of a few KB can claim many GB. */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** Returns why an Office package cannot be displayed, judged by its ZIP directory only; null if nothing is wrong. */
export function checkOfficePackage(bytes: ArrayBuffer): DocumentError | null {
  if (bytes.byteLength === 0) return 'empty';
  const signature = new DataView(bytes);
  if (bytes.byteLength >= 8 && signature.getUint32(0) === 0xd0cf11e0) return checkCompoundFile(bytes);
  let unpackedBytes = 0;
  let entries = 0;
  try {
    unzipSync(new Uint8Array(bytes), {
      filter: ({ originalSize }) => {
        unpackedBytes += originalSize;
        entries += 1;
        return false;
      },
    });
  } catch {
    return 'damaged';
  }
  if (entries === 0) return 'damaged';
  return unpackedBytes > MAX_UNPACKED_BYTES || entries > MAX_ENTRIES ? 'too-large' : null;
}

/** Office stores an encrypted package in a compound file; any other compound file is an old document with a new extension. */
function checkCompoundFile(bytes: ArrayBuffer): DocumentError {
  const isEncrypted = new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');
  return isEncrypted ? 'protected' : 'damaged';
}
