import { MAX_QUOTE_LENGTH } from '#web/lib/documents/pdf-frame/messages.ts';

export type ViewerParameters = {
  fileId: number;
  source: string;
  page: number | null;
  quote: string;
};

/** Parses the viewer's URL; returns null if the file id is invalid. `#page=N` takes precedence over `?page=N`. */
export function parseViewerParameters(address: URL): ViewerParameters | null {
  const fileId = address.searchParams.get('fileId') ?? '';
  // Digits only, since the id becomes part of a path.
  if (!/^\d{1,15}$/.test(fileId)) return null;
  // The server converts Office documents to PDF.
  const format = address.searchParams.get('as') === 'pdf' ? 'pdf' : 'view';
  return {
    fileId: Number(fileId),
    source: `/api/files/${fileId}/${format}`,
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
