import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { PageError, PageLoadError } from '#web/features/errors/page-load-error.tsx';
import { useFile } from '#web/features/files/api.ts';
import { NewVersionDialog } from '#web/features/versions/new-version-dialog.tsx';
import { VersionList } from '#web/features/versions/version-list.tsx';
import { VersionPages } from '#web/features/versions/version-pages.tsx';
import { describeAccessError } from '#web/features/viewers/access-error.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { buttonStyles } from '#web/ui/buttons/button-styles.ts';
import { DetailPageHeader } from '#web/ui/layout/detail-page-header.tsx';

/** Lists the versions of one file; `?upload` in the address opens the dialog for a new one. */
export function FileVersionsPage() {
  const { id = '' } = useParams();
  if (!ID_TEXT.test(id)) return <PageError message={describeAccessError(404)} />;
  return <FileVersionsById key={id} fileId={Number(id)} />;
}

function FileVersionsById({ fileId }: { fileId: number }) {
  const actor = useActor();
  const { data: file, error, refetch, isPlaceholderData } = useFile(fileId);
  const [, navigate] = useLocation();
  const isUploading = new URLSearchParams(useSearch()).has('upload');
  const title = file ? `Versions of ${file.name}` : 'Versions';
  usePageTitle(title);
  if (error && (!file || isPlaceholderData)) return <PageLoadError error={error} onRetry={refetch} />;
  if (!file || isPlaceholderData) return <LoadingScreen message="Loading versions" />;
  const mayAdd = filePolicy.addVersion(actor, file);
  const path = `/file/${fileId}/versions`;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <DetailPageHeader
        back={{ href: `/file/${fileId}`, label: 'Back to File' }}
        title={title}
        subtitle={
          filePolicy.seeUnpublishedVersions(actor, file)
            ? 'Readers see the current version, and groups the earlier ones where their rules allow it'
            : 'All versions that you can open'
        }
        actions={
          mayAdd && (
            <Button variant="primary" icon={FileUp} onClick={() => navigate(`${path}?upload`)}>
              Upload New Version
            </Button>
          )
        }
      />
      <VersionList file={file} />
      {mayAdd && isUploading && (
        <NewVersionDialog file={file} onClose={() => navigate(path, { replace: true })} />
      )}
    </div>
  );
}

/** Shows the pages of an earlier version of a file. */
export function FileVersionPage() {
  const { id = '', number = '' } = useParams();
  if (!ID_TEXT.test(id) || !ID_TEXT.test(number)) return <PageError message={describeAccessError(404)} />;
  return <VersionById key={`${id} ${number}`} fileId={Number(id)} version={Number(number)} />;
}

function VersionById({ fileId, version }: { fileId: number; version: number }) {
  const actor = useActor();
  const { data: file, error, refetch, isPlaceholderData } = useFile(fileId);
  usePageTitle(file ? `Version ${version} of ${file.name}` : `Version ${version}`);
  if (error && (!file || isPlaceholderData)) return <PageLoadError error={error} onRetry={refetch} />;
  if (!file || isPlaceholderData) return <LoadingScreen message="Loading version" />;
  const params = { id: fileId, number: version };
  return (
    <div className="-m-1 flex min-h-[calc(100dvh-var(--navigation-height,0px)-1.5rem)] flex-col gap-2 md:-m-4 md:min-h-[calc(100dvh-var(--navigation-height,0px)-1rem)]">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-2">
          <Link
            href={`/file/${fileId}/versions`}
            aria-label="Back to Versions"
            data-tooltip="Back to Versions"
            className={buttonStyles('ghost', 'size-control')}
          >
            <ArrowLeft size={16} />
          </Link>
          <div className="min-w-0">
            <h1 className="font-semibold text-base/5 tracking-tight wrap-anywhere">{file.name}</h1>
            <p className="truncate text-ink-muted text-xs">
              {version === (file.version ?? 1)
                ? `Version ${version}, current`
                : `Version ${version}, not current`}
            </p>
          </div>
        </div>
        {filePolicy.download(actor, file) && (
          <ButtonLink
            href={buildUrl('GET /api/files/:id/versions/:number/download', { params })}
            opens="download"
            icon={Download}
          >
            Download Version
          </ButtonLink>
        )}
      </header>
      <VersionPages {...{ fileId, version }} />
    </div>
  );
}
