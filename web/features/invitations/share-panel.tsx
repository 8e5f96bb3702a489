import { type ReactNode, useId, useState } from 'react';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import type { SharedLink } from '#shared/contracts/links/sharing.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';
import { AccessBelow } from './access-below.tsx';
import { useRevokeInvitation } from './api.ts';
import { WideCopyLinkButton } from './copy-link-button.tsx';
import { RemoveCollaboratorDialog } from './remove-collaborator-dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { getLinkName, SharedLinks, SharedPeople } from './share-lists.tsx';
import { SharedAccessLinks } from './sharing/shared-access-links.tsx';
import { SharedGroups } from './sharing/shared-groups.tsx';
import { useSharing } from './sharing-api.ts';

export interface SharePanelProps {
  /** Path of the shared folder or file in this app. */
  path: string;
  name: string;
  /** The folder whose access applies; `null` for a file outside all folders. */
  folderId: number | null;
  /** True if the shared item is a file in the folder. */
  isFile?: boolean;
  /** The folder is in a room, where a file may have levels of its own for groups. */
  isInRoom?: boolean;
  canManage: boolean;
  /** Its room is closed or archived: nobody changes who has access. */
  isReadOnly: boolean;
  onClose: () => void;
}

/** Shows who has access to a folder or file, and lets those who manage it change that. */
export function SharePanel(props: SharePanelProps) {
  const { path, name, folderId, isFile = false, isInRoom = false, canManage, isReadOnly, onClose } = props;
  return (
    <Drawer title={`Share ${name}`} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-3">
        <WideCopyLinkButton variant="primary" url={`${location.origin}${path}`} />
        <p className="min-w-0 flex-1 basis-40 text-ink-muted text-sm">Opens only for people with access.</p>
      </div>
      {folderId === null && (
        <p className="text-ink-muted">
          Only you and administrators can open this file. To share it, move it to a folder.
        </p>
      )}
      {folderId !== null && !canManage && (
        <p className="text-ink-muted">
          {isReadOnly
            ? 'The room is closed: nobody changes who has access.'
            : 'Only the owner of the folder sees and changes who has access.'}
        </p>
      )}
      {folderId !== null && canManage && <FolderSharing {...{ folderId, isFile, isInRoom }} />}
    </Drawer>
  );
}

interface FolderSharingProps {
  folderId: number;
  isFile: boolean;
  isInRoom: boolean;
}

function FolderSharing({ folderId, isFile, isInRoom }: FolderSharingProps) {
  const { data, error, refetch } = useSharing(folderId);
  const [removing, setRemoving] = useState<Collaborator | null>(null);
  const [revoking, setRevoking] = useState<SharedLink | null>(null);
  return (
    <>
      {isFile && (
        <p className="text-ink-muted">
          {isInRoom
            ? 'People and links have the access of the folder. Groups may have a level of their own for this file: Who Can See This in its menu names everybody.'
            : 'Access to a file comes from its folder. Changes apply to the folder.'}
        </p>
      )}
      <ShareForm folderId={folderId} />
      {error && !data && (
        <LoadError error={error} summary={FETCH_ERRORS.collaborators} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {data && <SharedAccess sharing={data} isFile={isFile} onRemove={setRemoving} onRevoke={setRevoking} />}
      {!isFile && <AccessBelow folderId={folderId} />}
      {removing && (
        <RemoveCollaboratorDialog
          folderId={folderId}
          collaborator={removing}
          onClose={() => setRemoving(null)}
        />
      )}
      {revoking && <RevokeLinkDialog link={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

interface SharedAccessProps {
  sharing: NonNullable<ReturnType<typeof useSharing>['data']>;
  isFile: boolean;
  onRemove: (collaborator: Collaborator) => void;
  onRevoke: (link: SharedLink) => void;
}

/** Lists the people, groups and links that open the folder. */
function SharedAccess({ sharing, isFile, onRemove, onRevoke }: SharedAccessProps) {
  const actor = useActor();
  return (
    <>
      <Section title="People with access">
        <SharedPeople
          people={sharing.people}
          selfId={actor.kind === 'user' ? actor.id : null}
          onRemove={onRemove}
        />
        {!sharing.isComplete && (
          <p className="text-ink-muted text-sm">
            People with access to a parent folder can also open this folder.
          </p>
        )}
      </Section>
      {!isFile && sharing.groups.length > 0 && (
        <Section title="Groups">
          <SharedGroups groups={sharing.groups} />
        </Section>
      )}
      {sharing.accessLinks.length > 0 && (
        <Section title="Links">
          <SharedAccessLinks links={sharing.accessLinks} />
        </Section>
      )}
      <Section title="Invitation links">
        {sharing.links.length === 0 ? (
          <p className="text-ink-muted">No visitors and no open invitations.</p>
        ) : (
          <SharedLinks links={sharing.links} onRevoke={onRevoke} />
        )}
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-1">
      <h3 id={headingId} className="font-medium">
        {title}
      </h3>
      {children}
    </section>
  );
}

function RevokeLinkDialog({ link, onClose }: { link: SharedLink; onClose: () => void }) {
  const revoke = useRevokeInvitation('own');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revoke Invitation"
      description={
        <>
          The link of <strong className="break-words font-medium text-ink">{getLinkName(link)}</strong> stops
          working immediately, and visitors using it are signed out.
          {link.opensOtherFolders && ' It also opens other folders.'}
        </>
      }
      confirmLabel={revoke.isPending ? 'Revoking...' : 'Revoke'}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(link.invitationId, { onSettled: onClose })}
    />
  );
}
