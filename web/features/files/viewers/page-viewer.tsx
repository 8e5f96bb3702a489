import { useQuery } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { call } from '#web/lib/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FileInfoCard } from './file-info-card.tsx';
import { PageScroller } from './page-scroller.tsx';
import type { Passage } from './passage.ts';

/** A file that the actor may look at and not have: its pages as pictures, which the server has drawn. */
export function PageViewer({ file, passage }: { file: File; passage: Passage }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['files', 'pages', file.id],
    queryFn: ({ signal }) => call('GET /api/files/:id/pages', { params: { id: file.id } }, signal),
  });

  if (isError) {
    const again = (
      <Button size="small" onClick={() => void refetch()}>
        Try Again
      </Button>
    );
    return (
      <Notice tone="danger" urgent action={again}>
        Error loading file
      </Notice>
    );
  }
  if (!data) return <Loading message="Loading pages" />;
  if (data.reason !== null) {
    return (
      <>
        <Notice tone="info">{data.sentence}</Notice>
        <FileInfoCard file={file} passage={passage} isRestricted />
      </>
    );
  }
  return (
    <>
      <Notice tone="info">
        You can view this file, but downloading it is restricted. Pages are shown as images
        {data.isMarked && ' that carry your name'}, and views are recorded.
        {data.count > data.pages.length && ` The first ${data.pages.length} pages are shown.`}
      </Notice>
      <p className="hidden print:block">The pages of this file can't be printed.</p>
      <PageScroller
        fileId={file.id}
        fileName={file.name}
        pages={data.pages}
        firstPage={passage.page ?? passage.slide ?? 1}
      />
    </>
  );
}
