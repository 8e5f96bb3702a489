import { useQuery } from '@tanstack/react-query';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { formatSize } from '#shared/domain/format.ts';
import { MAX_INLINE_TEXT_BYTES } from '#shared/domain/limits.ts';
import { PREVIEW_FAILED } from '#shared/domain/messages.ts';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import { toApiError } from '#web/lib/http/api-error.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { HighlightedText } from './highlighted-text.tsx';

interface TextViewerProps {
  file: FileWithContent;
  quote: string | undefined;
}

/** Shows a text file; of a large one only the start. */
export function TextViewer({ file, quote }: TextViewerProps) {
  return file.content === null ? (
    <LargeTextViewer file={file} quote={quote} />
  ) : (
    <HighlightedText text={file.content} quote={quote} />
  );
}

function LargeTextViewer({ file, quote }: TextViewerProps) {
  const {
    data: text,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['files', 'beginning', file.id],
    queryFn: ({ signal }) => loadFirstBytes(file.id, signal),
  });

  if (isError && text === undefined) {
    return (
      <Notice
        tone="danger"
        urgent
        action={
          <Button size="small" onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      >
        {PREVIEW_FAILED}
      </Notice>
    );
  }
  if (text === undefined) return <Loading message="Loading text" />;
  return (
    <>
      {file.size > MAX_INLINE_TEXT_BYTES && (
        <Notice tone="info">
          This is a large file: the first {formatSize(MAX_INLINE_TEXT_BYTES)} of {formatSize(file.size)} are
          shown. Download it to read all of it.
        </Notice>
      )}
      <HighlightedText text={text} quote={quote} />
    </>
  );
}

async function loadFirstBytes(fileId: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(buildUrl('GET /api/files/:id/view', { params: { id: fileId } }), {
    headers: { range: `bytes=0-${MAX_INLINE_TEXT_BYTES - 1}` },
    signal,
  });
  if (!response.ok) throw toApiError(response, '', undefined);
  return decodeText(new Uint8Array(await response.arrayBuffer()));
}
