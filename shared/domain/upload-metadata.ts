/** Matches a name, and its value in base64 unless it is empty, as tus defines them. */
const PAIR = /^([!-+\--~]+)(?: ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?))?$/;

/**
 * Parses the header Upload-Metadata, such as `filename bm90ZS50eHQ=,folderId Nw==`; `undefined` if it is
 * malformed.
 */
export function parseUploadMetadata(header: string): Record<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [, name, value = ''] = PAIR.exec(pair.trim()) ?? [];
    const text = decodeBase64Text(value);
    if (name === undefined || text === undefined || fields.has(name)) return undefined;
    fields.set(name, text);
  }
  return Object.fromEntries(fields);
}

export const formatUploadMetadata = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`)
    .join(',');

/**
 * Decodes a base64 text; `undefined` if it is not UTF-8, since a guess would store a file under a name that
 * nobody gave it.
 */
function decodeBase64Text(base64: string): string | undefined {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
