import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useParams } from 'wouter';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useDiscardCachedViews } from '#web/features/activity/discard-cached-views.ts';
import { FileActivity } from '#web/features/activity/file-activity.tsx';
import { PageError, PageLoadError } from '#web/features/errors/page-load-error.tsx';
import { describeAccessError } from '#web/features/viewers/access-error.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { DetailPageHeader } from '#web/ui/layout/detail-page-header.tsx';

/** Fetches the totals of a file's views. Only its owner and administrators may read them. */
function useViewsSummary(fileId: number) {
  return useQuery({
    queryKey: ['file-views', 'summary', fileId],
    queryFn: ({ signal }) => call('GET /api/files/:id/views/summary', { params: { id: fileId } }, signal),
  });
}

/** Shows the activity of one file to its owner and administrators. */
export function FileActivityPage() {
  const { id = '' } = useParams();
  if (!ID_TEXT.test(id)) return <PageError message={describeAccessError(404)} />;
  return <FileActivityById key={id} fileId={Number(id)} />;
}

function FileActivityById({ fileId }: { fileId: number }) {
  const { data: summary, error, refetch } = useViewsSummary(fileId);
  const [tab, setTab] = useQueryTab(['viewers', 'views']);
  const title = summary ? `Views of ${summary.file.name}` : 'Views';
  usePageTitle(title);
  useDiscardCachedViews();
  if (error && !summary) return <PageLoadError error={error} onRetry={refetch} />;
  if (!summary) return <LoadingScreen message="Loading views" />;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <DetailPageHeader
        back={{ href: `/file/${fileId}`, label: 'Back to File' }}
        title={title}
        subtitle="Who viewed which pages and for how long"
        actions={
          <ButtonLink
            href={buildUrl('GET /api/files/:id/views/export', { params: { id: fileId } })}
            icon={Download}
            opens="download"
          >
            Export CSV
          </ButtonLink>
        }
      />
      <FileActivity fileId={fileId} summary={summary} tab={tab} onTab={setTab} />
    </div>
  );
}
