import ArrowLeft from 'lucide-react/icons/arrow-left';
import FileUp from 'lucide-react/icons/file-up';
import { useLocation, useParams, useSearch } from 'wouter';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useFile } from '#web/features/files/api.ts';
import { NewVersionDialog } from '#web/features/versions/new-version-dialog.tsx';
import { VersionList } from '#web/features/versions/version-list.tsx';
import { describeAccessError } from '#web/features/viewers/access-error.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** Lists the versions of one file; `?upload` in the address opens the dialog for a new one. */
export function FileVersionsPage() {
  const { id = '' } = useParams();
  if (!ID_TEXT.test(id)) return <Notice tone="danger">{describeAccessError(404)}</Notice>;
  return <FileVersionsById key={id} fileId={Number(id)} />;
}

function FileVersionsById({ fileId }: { fileId: number }) {
  const actor = useActor();
  const { data: file, error, refetch, isPlaceholderData } = useFile(fileId);
  const [, navigate] = useLocation();
  const isUploading = new URLSearchParams(useSearch()).has('upload');
  const title = file ? `Versions of ${file.name}` : 'Versions';
  usePageTitle(title);
  if (error && (!file || isPlaceholderData)) return <LoadError error={error} onRetry={refetch} />;
  if (!file || isPlaceholderData) return <LoadingScreen message="Loading versions" />;
  const mayAdd = filePolicy.addVersion(actor, file);
  const path = `/file/${fileId}/versions`;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <div className="flex flex-col items-start gap-2">
        <div className="-ml-2.5">
          <ButtonLink href={`/file/${fileId}`} variant="ghost" size="small" icon={ArrowLeft}>
            Back to File
          </ButtonLink>
        </div>
        <div className="w-full">
          <PageHeader
            title={<span className="wrap-anywhere">{title}</span>}
            subtitle="Readers see the current version only"
            actions={
              mayAdd && (
                <Button variant="primary" icon={FileUp} onClick={() => navigate(`${path}?upload`)}>
                  Upload New Version
                </Button>
              )
            }
          />
        </div>
      </div>
      <VersionList file={file} />
      {mayAdd && isUploading && (
        <NewVersionDialog file={file} onClose={() => navigate(path, { replace: true })} />
      )}
    </div>
  );
}
