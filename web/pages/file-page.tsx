import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useFile } from '#web/features/files/api.ts';
import { contentId } from '#web/features/files/file-cache.ts';
import { FollowItem } from '#web/features/follows/follow-button.tsx';
import { ShareButton } from '#web/features/invitations/share-button.tsx';
import { FileLinksDialog, FileLinksItem } from '#web/features/links/file-links.tsx';
import { AudienceItem } from '#web/features/rooms/sharing/audience-item.tsx';
import { FileDropZone } from '#web/features/uploads/drop-zone.tsx';
import { describeAccessError } from '#web/features/viewers/access-error.ts';
import { FileHeader } from '#web/features/viewers/file-header.tsx';
import { usePagesOfVisitor } from '#web/features/viewers/pages/signed-pages.ts';
import { parsePassage } from '#web/features/viewers/passage.ts';
import { ReaderBarProvider } from '#web/features/viewers/reader/reader-context.tsx';
import { ReplacedNotice } from '#web/features/viewers/replaced-notice.tsx';
import { Viewer } from '#web/features/viewers/viewer.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Card } from '#web/ui/layout/card.tsx';

const AudienceDrawer = lazy(async () => ({
  default: (await import('#web/features/rooms/sharing/audience-drawer.tsx')).AudienceDrawer,
}));

/** Shows one file at the passage in the URL. */
export function FilePage() {
  const { id = '' } = useParams();
  const fileId = ID_TEXT.test(id) ? Number(id) : undefined;
  return fileId === undefined ? <FileNotFound /> : <FileById key={fileId} id={fileId} />;
}

function FileById({ id }: { id: number }) {
  usePagesOfVisitor(id);
  const { data: file, error, isPlaceholderData, isFetching } = useFile(id);
  const [, navigate] = useLocation();
  const status = error instanceof ApiError ? error.status : undefined;
  // Waits for the server: cached list data does not prove that the user may still see the file.
  const isLoaded = file !== undefined && !isPlaceholderData;
  // Without a session the protected route takes over. A document on the screen stays when a later call fails; a refusal removes
  // it.
  const shouldRedirect = error !== null && !isLoaded && status !== 404 && status !== 401;

  useEffect(() => {
    if (!shouldRedirect) return;
    toast({ title: FETCH_ERRORS.file, description: describeAccessError(status), variant: 'destructive' });
    navigate('/', { replace: true });
  }, [shouldRedirect, status, navigate]);

  if (status === 404) return <FileNotFound />;
  return isLoaded ? <LoadedFile {...{ file, isFetching }} /> : <LoadingScreen message="Loading file" />;
}

function LoadedFile({ file, isFetching }: { file: FileWithContent; isFetching: boolean }) {
  const actor = useActor();
  const passage = parsePassage(useSearch());
  const [open, setOpen] = useState<'links' | 'audience' | null>(null);
  const close = () => setOpen(null);
  usePageTitle(file.name);
  return (
    // Fills the window, so that the viewer's frame gets the height left by the bar.
    <ReaderBarProvider>
      <div className="-m-4 flex h-[calc(100dvh-var(--navigation-height,0px))] flex-col overflow-y-auto [--sheet-height:none] md:-m-6 [&>div]:rounded-none [&>div:last-of-type]:border-0 [&>p]:px-3 [&>p]:py-1">
        <FileHeader
          file={file}
          passage={passage}
          share={
            actor.kind === 'user' && (
              <ShareButton
                path={`/file/${file.id}`}
                name={file.name}
                folderId={file.folderId}
                isFile
                isInRoom={file.isInRoom === true}
                canManage={folderPolicy.manageAccess(actor, file)}
                isReadOnly={file.isReadOnly === true}
              />
            )
          }
          menuItems={
            <>
              <FollowItem target={{ kind: 'file', id: file.id }} />
              <FileLinksItem file={file} onOpen={() => setOpen('links')} />
              <AudienceItem file={file} onOpen={() => setOpen('audience')} />
            </>
          }
        />
        <ReplacedNotice {...{ file, isFetching }} />
        <Viewer key={contentId(file)} file={file} passage={passage} />
        {systemPolicy.addToRoot(actor) && <FileDropZone enabled />}
      </div>
      <Suspense>
        {open === 'links' && <FileLinksDialog file={file} onClose={close} />}
        {open === 'audience' && <AudienceDrawer file={file} onClose={close} />}
      </Suspense>
    </ReaderBarProvider>
  );
}

function FileNotFound() {
  usePageTitle('File Not Found');
  return (
    <Card className="mx-auto mt-8 flex max-w-md flex-col items-center gap-1 px-4 py-12 text-center">
      <FileQuestionMark size={32} className="mb-2 text-ink-muted" />
      <h1 className="font-semibold text-xl">File Not Found</h1>
      <p className="mb-4 text-ink-muted">{describeAccessError(404)}</p>
      <ButtonLink href="/">Return to Home</ButtonLink>
    </Card>
  );
}
