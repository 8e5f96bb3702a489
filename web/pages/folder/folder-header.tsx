import Building2 from 'lucide-react/icons/building-2';
import ChartColumn from 'lucide-react/icons/chart-column';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { VisitorBanner } from '#web/features/accounts/visitor-banner.tsx';
import type { FileSelection } from '#web/features/files/file-selection.ts';
import { SelectToggle } from '#web/features/files/select-toggle.tsx';
import { DraftBadge } from '#web/features/folders/draft-badge.tsx';
import { FolderBreadcrumb } from '#web/features/folders/folder-breadcrumb.tsx';
import { FolderDialogs } from '#web/features/folders/folder-dialogs.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { ShareButton } from '#web/features/invitations/share-button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AddContentButtons, type ContentDialog } from './add-content.tsx';

const SendFilesButton = lazy(async () => ({
  default: (await import('#web/features/rooms/inbox/send-files-button.tsx')).SendFilesButton,
}));

interface FolderHeaderProps {
  folder: Folder;
  selection: FileSelection;
  uploadLabel: string;
  /** Absent when the user may not add content. */
  onOpenDialog: ((dialog: ContentDialog) => void) | undefined;
}

/** The name of a folder with what can be done with all of it. */
export function FolderHeader({ folder, selection, uploadLabel, onOpenDialog }: FolderHeaderProps) {
  const actor = useActor();
  const [isRenaming, setRenaming] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <VisitorBanner />
      <FolderBreadcrumb folderId={folder.id} />
      <PageHeader
        title={<span className="break-words">{folder.name}</span>}
        titleAction={
          <>
            {actor.kind === 'visitor'
              ? !folder.groupAccess?.mayAdd && (
                  <span className="ml-1.5 flex">
                    <Badge>View Only</Badge>
                  </span>
                )
              : folderPolicy.rename(actor, folder) && (
                  <IconButton
                    icon={Pencil}
                    label="Edit folder name"
                    size="small"
                    onClick={() => setRenaming(true)}
                  />
                )}
            <DraftBadge publishedAt={folder.publishedAt} />
          </>
        }
        actions={<FolderActions {...{ folder, selection, uploadLabel, onOpenDialog }} />}
      />
      {isRenaming && <FolderDialogs request={{ action: 'rename', folder }} open onOpenChange={setRenaming} />}
    </div>
  );
}

function FolderActions({ folder, selection, uploadLabel, onOpenDialog }: FolderHeaderProps) {
  const actor = useActor();
  return (
    <>
      {actor.kind === 'user' && (
        <ShareButton
          path={`/folder/${folder.id}`}
          name={folder.name}
          folderId={folder.id}
          canManage={folderPolicy.manageAccess(actor, folder)}
          isReadOnly={folder.isReadOnly === true}
        />
      )}
      {folder.parentId === null && folder.roomState && roomPolicy.view(actor, folder) && (
        <ButtonLink href={`/rooms/${folder.id}/groups`} icon={Building2} variant="ghost">
          Manage Room
        </ButtonLink>
      )}
      {folderPolicy.seeActivity(actor, folder) && (
        <ButtonLink href={`/folder/${folder.id}/activity`} icon={ChartColumn} variant="ghost">
          Activity
        </ButtonLink>
      )}
      <FollowButton target={{ kind: 'folder', id: folder.id }} />
      {/* On phones the list has the only one, which leaves room for the audience. */}
      <SelectToggle selection={selection} label="Select Files" className="max-sm:hidden" />
      {!onOpenDialog && folder.groupAccess?.mayAdd && (
        <Suspense>
          <SendFilesButton folderId={folder.id} />
        </Suspense>
      )}
      {onOpenDialog && <AddContentButtons uploadLabel={uploadLabel} canImport onOpenDialog={onOpenDialog} />}
    </>
  );
}
