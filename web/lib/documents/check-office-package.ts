import { unzipSync } from 'fflate';
import type { DocumentFailure } from './frame-messages.ts';

/** What a document may unfold to. Its libraries keep all of it in memory, and a few KB can say that they are many GB. */
const LARGEST_UNFOLDED = 300 * 1024 * 1024;
const MOST_PARTS = 20_000;

/** What keeps an Office package from being shown, as far as its table of contents tells. */
export function checkPackage(bytes: ArrayBuffer): DocumentFailure | null {
  if (bytes.byteLength === 0) return 'empty';
  const signature = new DataView(bytes);
  if (bytes.byteLength >= 8 && signature.getUint32(0) === 0xd0cf11e0) return compoundFlaw(bytes);
  let unfolded = 0;
  let parts = 0;
  try {
    unzipSync(new Uint8Array(bytes), {
      filter: ({ originalSize }) => {
        unfolded += originalSize;
        parts += 1;
        return false;
      },
    });
  } catch {
    return 'damaged';
  }
  if (parts === 0) return 'damaged';
  return unfolded > LARGEST_UNFOLDED || parts > MOST_PARTS ? 'too-large' : null;
}

/** Office keeps an encrypted package inside an old compound file; any other one is a document of old under a newer name. */
function compoundFlaw(bytes: ArrayBuffer): DocumentFailure {
  const isEncrypted = new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');
  return isEncrypted ? 'protected' : 'damaged';
}
