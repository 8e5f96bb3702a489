import { type Entry, getFileNameLowLevel } from 'yauzl';

/** Set by programs that write paths in UTF-8. */
const UTF8_FLAG = 0x800;
/** Info-ZIP's extra field with the path in UTF-8. */
const UNICODE_PATH_FIELD = 0x7075;

/**
 * Returns the path of an entry. Without a sign of its encoding it is CP437 by the standard; the archives of macOS are
 * UTF-8 nevertheless, which text in another encoding next to never happens to be.
 */
export function decodeZipPath(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const isDeclared =
    (entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 ||
    entry.extraFields.some(({ id }) => id === UNICODE_PATH_FIELD);
  const text = isDeclared ? undefined : decodeUtf8(raw);
  const path = text ?? getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
  return path.replaceAll('\\', '/');
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
