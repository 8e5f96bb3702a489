import {
  damagedDocumentError,
  passwordProtectedError,
  UnreadableDocumentError,
} from '#server/engines/documents/blocks/document-text.ts';

const MAX_ENTRIES = 10_000;
/** A workbook of zeros packs 1:200 and is harmless while small: the ratio counts only beyond this. */
const RATIO_GRACE_BYTES = 10 * 1024 * 1024;
const MAX_RATIO = 100;

/** Office files keep their words in these; pictures, macros and nested archives are never inflated. */
const XML_PART = /\.(xml|rels)$/;

/**
 * The parts of an office file whose names fit, by these names in lower case. Bytes are counted as they come out of the
 * inflater, so the sizes that the archive states decide nothing.
 */
export async function readZipParts(
  archive: Buffer,
  maxInflated: number,
  isWanted: RegExp = XML_PART,
): Promise<Map<string, Buffer>> {
  // Loaded when it is needed: a process starts for the documents of each owner, most of which are no archives.
  const { fromBufferPromise, getFileNameLowLevel, validateFileName } = await import('yauzl');
  // The library refuses the whole archive because of a slash before a name, which some programs write.
  const zip = await fromBufferPromise(archive, { lazyEntries: true, decodeStrings: false });
  const parts = new Map<string, Buffer>();
  const ratioLimit = Math.max(RATIO_GRACE_BYTES, archive.length * MAX_RATIO);
  const limit = Math.min(maxInflated, ratioLimit);
  let inflated = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > MAX_ENTRIES) throw new UnreadableDocumentError({ code: 'too-many-parts' }, 'failed');
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
    const name = path.replace(/^\//, '').toLowerCase();
    if (validateFileName(name) !== null) throw damagedDocumentError();
    if (!isWanted.test(name) || parts.has(name)) continue;
    if (entry.isEncrypted()) throw passwordProtectedError();
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      inflated += chunk.length;
      if (inflated > limit) {
        throw new UnreadableDocumentError({ code: 'decompression-bomb' }, 'failed');
      }
      chunks.push(chunk);
    }
    parts.set(name, Buffer.concat(chunks));
  }
  return parts;
}
