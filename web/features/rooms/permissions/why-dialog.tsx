import { useQuery } from '@tanstack/react-query';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { optionOf } from './cell-access.ts';
import { whyQuery } from './permissions-api.ts';

/** A cell about which somebody asks. */
export interface AskedCell {
  readonly row: PermissionRow;
  readonly group: Pick<Group, 'id' | 'name'>;
}

interface WhyDialogProps {
  roomId: number;
  asked: AskedCell;
  onClose: () => void;
}

/** Says which permission decides what a group may do with a folder or file. */
export function WhyDialog({ roomId, asked, onClose }: WhyDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${asked.group.name} in ${asked.row.name}`}
    >
      <Explanation roomId={roomId} {...asked} />
    </Dialog>
  );
}

function Explanation({ roomId, row, group }: AskedCell & { roomId: number }) {
  const { kind, id } = row;
  const query = whyQuery(roomId, { kind, id, groupId: group.id });
  const { data, error, refetch } = useQuery({ ...query, staleTime: 0 });
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  const { grant, path } = data;
  const isOwn = grant?.kind === kind && grant.id === id;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 [&_dt]:text-ink-muted">
      <dt>Level</dt>
      <dd className="font-medium">{optionOf(data).label}</dd>
      <dt>Decided by</dt>
      <dd className="wrap-anywhere">
        {grant === null
          ? 'Nothing: no folder above has a level, and the top of a room grants none'
          : isOwn
            ? `The level of this ${kind}`
            : `The level of the folder ${grant.name}, the nearest one above`}
      </dd>
      {grant !== null && (
        <>
          <dt>Set</dt>
          <dd className="wrap-anywhere">
            {formatDateTime(grant.grantedAt)} by {grant.grantedBy}
          </dd>
        </>
      )}
      <dt>Place</dt>
      <dd className="wrap-anywhere">{path.map(({ name }) => name).join(' / ')}</dd>
    </dl>
  );
}
