export type ViewerParameters = { fileId: string; source: string; page: number | null; quote: string };

/** A passage is a few sentences; the address could carry far more, and matching costs grow with it. */
const MAX_QUOTE_LENGTH = 4000;

/** What the page was opened with, or null when the file id is not one. A #page=N wins over ?page=N. */
export function parseViewerParameters(address: URL): ViewerParameters | null {
  const fileId = address.searchParams.get('fileId') ?? '';
  // Digits alone, since the id becomes part of a path.
  if (!/^\d{1,15}$/.test(fileId)) return null;
  // Of an Office document the server makes a PDF.
  const form = address.searchParams.get('as') === 'pdf' ? 'pdf' : 'view';
  return {
    fileId,
    source: `/api/files/${fileId}/${form}`,
    page: parsePageHash(address.hash) ?? parsePage(address.searchParams.get('page')),
    quote: (address.searchParams.get('quote') ?? '').slice(0, MAX_QUOTE_LENGTH),
  };
}

export function parsePageHash(hash: string): number | null {
  return parsePage(new URLSearchParams(hash.slice(1)).get('page'));
}

function parsePage(value: string | null): number | null {
  return value !== null && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : null;
}
