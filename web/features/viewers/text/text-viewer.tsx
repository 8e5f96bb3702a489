import { useQuery } from '@tanstack/react-query';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { formatSize } from '#shared/domain/format.ts';
import { LARGEST_INLINE_TEXT } from '#shared/domain/limits.ts';
import { PREVIEW_FAILED } from '#shared/domain/messages.ts';
import { refusalOf } from '#web/lib/http/api-error.ts';
import { urlOf } from '#web/lib/http/call.ts';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextSheet } from './highlighted-text.tsx';

interface TextViewerProps {
  file: FileWithContent;
  quote: string | undefined;
}

/** The text of a text file; of a large one its beginning. */
export function TextViewer({ file, quote }: TextViewerProps) {
  return file.content === null ? (
    <BeginningViewer file={file} quote={quote} />
  ) : (
    <TextSheet text={file.content} quote={quote} />
  );
}

function BeginningViewer({ file, quote }: TextViewerProps) {
  const {
    data: text,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['files', 'beginning', file.id],
    queryFn: ({ signal }) => loadBeginning(file.id, signal),
  });

  if (isError) {
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
      {file.size > LARGEST_INLINE_TEXT && (
        <Notice tone="info">
          This is a large file: the first {formatSize(LARGEST_INLINE_TEXT)} of {formatSize(file.size)} are
          shown. Download it to read all of it.
        </Notice>
      )}
      <TextSheet text={text} quote={quote} />
    </>
  );
}

async function loadBeginning(fileId: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(urlOf('GET /api/files/:id/view', { params: { id: fileId } }), {
    headers: { range: `bytes=0-${LARGEST_INLINE_TEXT - 1}` },
    signal,
  });
  if (!response.ok) throw refusalOf(response, '', undefined);
  return decodeText(new Uint8Array(await response.arrayBuffer()));
}
