import Download from 'lucide-react/icons/download';
import { useParams } from 'wouter';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useDiscardCachedViews } from '#web/features/activity/discard-cached-views.ts';
import { FOLDER_ACTIVITY_TABS, FolderActivity } from '#web/features/activity/folder-activity.tsx';
import { PageLoadError } from '#web/features/errors/page-load-error.tsx';
import { useFolder } from '#web/features/folders/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { DetailPageHeader } from '#web/ui/layout/detail-page-header.tsx';

/** Shows the activity in a folder to its owner and administrators. */
export function FolderActivityPage() {
  const id = Number(useParams()['id']);
  const { data: folder, error, refetch } = useFolder(id);
  const [tab, setTab] = useQueryTab(FOLDER_ACTIVITY_TABS);
  const title = folder ? `Activity in ${folder.name}` : 'Activity';
  usePageTitle(title);
  useDiscardCachedViews();
  if (error && !folder) return <PageLoadError error={error} onRetry={refetch} />;
  if (!folder) return <LoadingScreen message="Loading activity" />;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <DetailPageHeader
        back={{ href: `/folder/${id}`, label: 'Back to Folder' }}
        title={title}
        subtitle="Views of the files in this folder and below it, except your own"
        actions={
          <ButtonLink
            href={buildUrl('GET /api/folders/:id/activity/export', { params: { id } })}
            icon={Download}
            opens="download"
          >
            Export CSV
          </ButtonLink>
        }
      />
      <FolderActivity folderId={id} tab={tab} onTab={setTab} />
    </div>
  );
}
