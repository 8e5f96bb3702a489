import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import type { Passage } from './passage.ts';
import { PdfViewer } from './pdf-viewer.tsx';

/** Time to wait for the conversion, which runs one document at a time, before the browser viewer is used. */
const CONVERSION_TIMEOUT_MS = 20_000;

interface OfficeViewerProps {
  file: File;
  passage: Passage;
  /** Viewer used when the server cannot convert the document to PDF. */
  children: ReactNode;
}

/** Shows an Office document as the PDF that the server converts it to, else with a browser viewer. */
export function OfficeViewer({ file, passage, children }: OfficeViewerProps) {
  const { data: isConverted, isPending } = useQuery({
    queryKey: ['files', 'as-pdf', file.id],
    queryFn: ({ signal }) => isPdfAvailable(file.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPending) return <Loading message="Preparing document" />;
  if (!isConverted) return children;
  const { slide: page = passage.page, quote } = passage;
  return <PdfViewer file={file} passage={{ page, quote }} isConverted />;
}

/** Sends a HEAD request, which succeeds once the PDF is ready. Errors are left to the fallback viewer. */
async function isPdfAvailable(fileId: number, signal: AbortSignal): Promise<boolean> {
  const url = buildUrl('GET /api/files/:id/pdf', { params: { id: fileId } });
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CONVERSION_TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.any([signal, timeout.signal]) });
    return response.status === 200;
  } finally {
    clearTimeout(timer);
  }
}
