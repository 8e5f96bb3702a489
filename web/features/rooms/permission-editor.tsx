import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ChangedCell, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useGroups, useUpdatePermissions } from './api.ts';
import { useTargetFile } from './exposure/target-file.ts';
import type { CellAccess } from './grid/cell-access.ts';
import { CopyColumn } from './grid/copy-column.tsx';
import { type CellEdit, PermissionGrid } from './permission-grid.tsx';
import { usePermissionRows } from './permission-rows.ts';
import { useRoom } from './publications-api.ts';

interface CopiedColumn {
  /** The cells as they were. */
  cells: readonly ChangedCell[];
}

/** The cell to save. Rights are of folders, and only levels can be drafts. */
function cellOf({ kind, id }: PermissionRow, access: CellAccess | null, isDraft: boolean) {
  const { level = null, mayAdd = false, mayManage = false } = access ?? {};
  const hasRights = kind === 'folder' && !(isDraft && !mayAdd && !mayManage);
  return { kind, id, level, ...(hasRights && { mayAdd, mayManage }) };
}

/** Shows what each group may do with each folder and file; managers change it, and can undo their changes one by one. */
export function PermissionEditor({ roomId, mayManage }: { roomId: number; mayManage: boolean }) {
  const [opened, setOpen] = useState<ReadonlySet<number>>();
  const target = useTargetFile(roomId);
  const open = opened ?? target.folderIds;
  const [undoable, setUndoable] = useState<readonly (CellEdit | CopiedColumn)[]>([]);
  const groups = useGroups(roomId);
  const { rows, error, refetch } = usePermissionRows(roomId, open);
  const update = useUpdatePermissions(roomId);
  const needsApproval = useRoom(roomId).data?.settings.publicationApproval === true;
  const [drafts, setDrafts] = useState<boolean>();
  const isDraft = drafts ?? needsApproval;
  const failed = groups.error ?? error;
  if (failed) return <LoadError error={failed} onRetry={() => Promise.all([groups.refetch(), refetch()])} />;
  if (!groups.data || !rows) return <ListSkeleton />;
  if (groups.data.length === 0 || rows.length === 0)
    return (
      <Card>
        <EmptyState
          icon={Users}
          title={rows.length === 0 ? 'This room is empty' : 'No groups yet'}
          description="Permissions are set for groups, on the folders and files inside the room."
          action={<ButtonLink href={`/rooms/${roomId}/groups`}>Groups</ButtonLink>}
        />
      </Card>
    );

  const save = ({ row, groupId, access }: CellEdit, draft = false) =>
    update.mutateAsync({
      cells: [{ ...cellOf(row, access, draft), groupId, version: row.version }],
      draft,
    });
  async function edit(change: CellEdit) {
    const cell = change.row.cells.find(({ groupId }) => groupId === change.groupId);
    const before = cell === undefined || cell.inherited ? null : cell;
    const [row] = await save(change, isDraft).catch(() => []);
    if (row && !isDraft) setUndoable((edits) => [...edits, { ...change, row, access: before }]);
  }
  async function undo() {
    const last = undoable.at(-1);
    if (!last) return;
    setUndoable(undoable.slice(0, -1));
    if ('cells' in last) {
      await update.mutateAsync({ cells: last.cells, draft: false }).catch(() => []);
      return;
    }
    const shown = rows?.find(({ row }) => row.kind === last.row.kind && row.id === last.row.id)?.row;
    await save({ ...last, row: shown ?? last.row }).catch(() => []);
  }
  return (
    <div className="flex flex-col gap-3">
      {mayManage && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-muted">
            A level holds for everything below, until a folder or file has its own. Alt with the arrow keys
            moves between cells.
          </p>
          <span className="flex flex-wrap gap-2">
            <CopyColumn
              roomId={roomId}
              groups={groups.data}
              onCopied={(cells) => cells.length > 0 && setUndoable((edits) => [...edits, { cells }])}
            />
            <Button
              icon={Undo2}
              disabled={undoable.length === 0 || update.isPending}
              onClick={() => void undo()}
            >
              Undo
            </Button>
          </span>
        </div>
      )}
      {mayManage && (
        <Checkbox
          label="Save changes as drafts"
          hint={
            <>
              They count once they are published, and wait under{' '}
              <Link href={`/rooms/${roomId}/publish`} className="underline">
                Publish
              </Link>
              .
            </>
          }
          checked={isDraft}
          onChange={({ target }) => setDrafts(target.checked)}
        />
      )}
      <Card>
        <PermissionGrid
          groups={groups.data}
          rows={rows}
          targetFileId={target.fileId}
          onEdit={mayManage ? (change) => void edit(change) : undefined}
          onToggle={(id) =>
            setOpen(
              open.has(id) ? new Set([...open].filter((other) => other !== id)) : new Set([...open, id]),
            )
          }
        />
      </Card>
    </div>
  );
}
