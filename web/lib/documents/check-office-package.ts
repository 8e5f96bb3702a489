import { unzipSync } from 'fflate';
import type { DocumentError } from './frame-messages.ts';

/** What a document may unfold to. Its libraries keep all of it in memory, and a few KB can say that they are many GB. */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** What keeps an Office package from being shown, as far as its table of contents tells. */
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

/** Office keeps an encrypted package inside an old compound file; any other one is a document of old under a newer name. */
function checkCompoundFile(bytes: ArrayBuffer): DocumentError {
  const isEncrypted = new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');
  return isEncrypted ? 'protected' : 'damaged';
}
