import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import type { Passage } from './passage.ts';
import { PdfViewer } from './pdf-viewer.tsx';

/** The server converts one document at a time; who waits longer for their turn is better served by what the browser can. */
const CONVERSION_TIMEOUT_MS = 20_000;

interface OfficeViewerProps {
  file: File;
  passage: Passage;
  /** What shows the document where the server makes no PDF of it. */
  children: ReactNode;
}

/** A letter or slides as the office program of the server would print them, else as our own viewers can. */
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

/** Asks for the headers alone, after which the PDF is ready. Whatever goes wrong is for the viewer below to tell. */
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
