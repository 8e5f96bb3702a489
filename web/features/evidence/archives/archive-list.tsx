import Archive from 'lucide-react/icons/archive';
import Download from 'lucide-react/icons/download';
import LinkIcon from 'lucide-react/icons/link';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { countOf, formatDate, formatDateTime, formatSize } from '#shared/domain/format.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { LinkDialog } from '#web/features/links/link-dialog.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useArchives, useDeleteArchive, useVerifyArchive } from './archives-api.ts';

/** Lists the archives of a room with their progress, downloads and verification. */
export function ArchiveList({ roomId }: { roomId: number }) {
  return (
    <PagedList
      label="Archives"
      list={useArchives(roomId)}
      LoadError={LoadError}
      empty={{
        icon: Archive,
        title: 'No archives yet',
        description: 'An archive gives each side the same documents with a signature that anyone can verify.',
      }}
    >
      {(archive) => <ArchiveItem key={archive.id} archive={archive} />}
    </PagedList>
  );
}

const nameOf = ({ groupName }: RoomArchive): string =>
  groupName === null ? 'The whole room' : `As ${groupName} saw it`;

function describe({ documents, leftOut, size, requestedBy, expiresAt }: RoomArchive): string {
  const parts = [
    ...(documents === null ? [] : [countOf(documents, 'document')]),
    ...(leftOut ? [`${leftOut.toLocaleString('en')} of them by name only`] : []),
    ...(size === null ? [] : [formatSize(size)]),
    `by ${requestedBy}`,
    isKept(expiresAt) ? 'kept with the archived room' : `until ${formatDate(expiresAt)}`,
  ];
  return parts.join(', ');
}

function ArchiveItem({ archive }: { archive: RoomArchive }) {
  const { id, state, progress, error, createdAt, manifestHash, groupId, withoutOriginal } = archive;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{nameOf(archive)}</span>
          <time dateTime={createdAt} className="text-ink-muted">
            {formatDateTime(createdAt)}
          </time>
          <Verification archive={archive} />
        </p>
        <p className="text-ink-muted wrap-anywhere">{describe(archive)}</p>
        {manifestHash !== null && <p className="break-all text-ink-muted text-xs">Manifest {manifestHash}</p>}
        {error !== null && <Notice tone="danger">{error}</Notice>}
        {groupId === null && withoutOriginal !== null && withoutOriginal > 0 && (
          <p className="text-ink-muted text-pretty">
            {countOf(withoutOriginal, 'document is', 'documents are')} not in this archive in their original
            form: it does not allow a removal of the content.
          </p>
        )}
        {archive.problem !== null && <Notice tone="danger">{archive.problem}</Notice>}
        {(state === 'waiting' || state === 'running') && (
          <div className="mt-2">
            <ProgressBar label={`Creating archive ${id}`} value={state === 'waiting' ? null : progress} />
          </div>
        )}
      </div>
      <Actions archive={archive} />
    </li>
  );
}

/** Tells whether an archived room keeps the archive, which then nobody can delete. */
const isKept = (expiresAt: string): boolean => Date.parse(expiresAt) >= NO_EXPIRY;

function Verification({ archive: { verification, verifiedAt } }: { archive: RoomArchive }) {
  if (verification === null) return null;
  if (verification === 'waiting') return <Badge>Verifying</Badge>;
  const day = verifiedAt === null ? '' : ` on ${formatDate(verifiedAt)}`;
  return verification === 'valid' ? (
    <Badge tone="success">Verified{day}</Badge>
  ) : (
    <Badge tone="danger">Not valid{day}</Badge>
  );
}

function Actions({ archive }: { archive: RoomArchive }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const { id, state, verification } = archive;
  const verify = useVerifyArchive(archive);
  const remove = useDeleteArchive(archive);
  const name = `${nameOf(archive)}, ${formatDateTime(archive.createdAt)}`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'done' && (
        <>
          <Downloads archive={archive} />
          <Button
            icon={ShieldCheck}
            busy={verify.isPending || verification === 'waiting'}
            onClick={() => verify.mutate()}
          >
            Verify Now
          </Button>
          <Button icon={LinkIcon} onClick={() => setLinking(true)}>
            Create Link
          </Button>
          {isLinking && (
            <LinkDialog
              target={{ kind: 'archive', id, namesAllParties: archive.groupId === null }}
              onClose={() => setLinking(false)}
            />
          )}
        </>
      )}
      {!isKept(archive.expiresAt) && (
        <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => setDeleting(true)} />
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete Archive?"
        description="Copies that were downloaded stay valid. The archive cannot be made again as it is."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setDeleting(false) })}
      />
    </div>
  );
}

/** Downloads the archive, or each of its parts. */
function Downloads({ archive: { id, splitBytes, parts } }: { archive: RoomArchive }) {
  if (splitBytes === null)
    return (
      <ButtonLink
        href={buildUrl('GET /api/archives/:id/download', { params: { id } })}
        icon={Download}
        opens="download"
      >
        Download
      </ButtonLink>
    );
  return Array.from({ length: parts ?? 0 }, (_, index) => String(index + 1)).map((part) => (
    <ButtonLink
      key={part}
      href={buildUrl('GET /api/archives/:id/download', { params: { id }, query: { part } })}
      icon={Download}
      opens="download"
    >
      Part {part}
    </ButtonLink>
  ));
}
