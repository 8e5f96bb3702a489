import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useRoom } from '../api.ts';
import { useTarget } from '../exposure/target-entry.ts';
import { useGroups } from '../groups/groups-api.ts';
import { CopyColumn } from './copy-column.tsx';
import { ExportGrid } from './export-grid.tsx';
import { PermissionGrid } from './permission-grid.tsx';
import { usePermissionRows } from './permission-rows.ts';
import { SetRows } from './set-rows.tsx';
import { useCellEdits } from './use-cell-edits.ts';
import { useRowChoice } from './use-row-choice.ts';
import { type AskedCell, WhyDialog } from './why-dialog.tsx';

interface PermissionEditorProps {
  roomId: number;
  mayManage: boolean;
}

/** Shows what each group may do with each folder and file; managers change it, and can undo their changes one by one. */
export function PermissionEditor({ roomId, mayManage }: PermissionEditorProps) {
  const [opened, setOpen] = useState<ReadonlySet<number>>();
  const target = useTarget(roomId);
  const open = opened ?? target.folderIds;
  const groups = useGroups(roomId);
  const { rows, error, refetch } = usePermissionRows(roomId, open);
  const needsApproval = useRoom(roomId).data?.settings.publicationApproval === true;
  const [drafts, setDrafts] = useState<boolean>();
  const isDraft = drafts ?? needsApproval;
  const edits = useCellEdits(roomId, rows ?? [], isDraft);
  const choice = useRowChoice(rows ?? []);
  const [asked, setAsked] = useState<AskedCell>();
  const failed = groups.error ?? error;
  if (failed && !(groups.data && rows))
    return <LoadError error={failed} onRetry={() => Promise.all([groups.refetch(), refetch()])} />;
  if (!groups.data || !rows) return <ListSkeleton />;
  if (groups.data.length === 0 || rows.length === 0)
    return <NothingToPermit roomId={roomId} isEmpty={rows.length === 0} />;
  return (
    <div className="flex flex-col gap-3">
      {mayManage ? (
        <>
          <Toolbar {...{ roomId, isDraft, edits }} openFolderIds={open} groups={groups.data} />
          <DraftsCheckbox roomId={roomId} isDraft={isDraft} onChange={setDrafts} />
        </>
      ) : (
        <span className="self-end">
          <ExportGrid roomId={roomId} openFolderIds={open} />
        </span>
      )}
      <Card>
        <PermissionGrid
          groups={groups.data}
          rows={rows}
          target={target.entry}
          choice={mayManage ? choice : undefined}
          onWhy={setAsked}
          onEdit={mayManage ? edits.edit : undefined}
          onToggle={(id) => setOpen(toggled(open, id))}
        />
      </Card>
      {mayManage && choice.rows.length > 0 && (
        <SetRows
          groups={groups.data}
          rows={choice.rows.map(({ row }) => row)}
          isBusy={edits.isSaving}
          onClear={choice.clear}
          onSet={async (groupIds, access) => {
            const chosen = choice.rows.map(({ row }) => row);
            if (await edits.setMany(chosen, groupIds, access)) choice.clear();
          }}
        />
      )}
      {asked && <WhyDialog roomId={roomId} asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

const toggled = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);

function NothingToPermit({ roomId, isEmpty }: { roomId: number; isEmpty: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={Users}
        title={isEmpty ? 'This room is empty' : 'No groups yet'}
        description={
          isEmpty
            ? 'Add folders and files, then set what each group may do with them.'
            : 'Permissions are set for groups, on the folders and files inside the room.'
        }
        action={
          isEmpty ? (
            <ButtonLink href={`/folder/${roomId}`}>Documents</ButtonLink>
          ) : (
            <ButtonLink href={`/rooms/${roomId}/groups`}>Groups</ButtonLink>
          )
        }
      />
    </Card>
  );
}

interface ToolbarProps {
  roomId: number;
  groups: readonly Group[];
  isDraft: boolean;
  openFolderIds: ReadonlySet<number>;
  edits: ReturnType<typeof useCellEdits>;
}

function Toolbar({ roomId, groups, isDraft, openFolderIds, edits }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-muted">
        A level applies to everything below it, until a folder or file has its own. Select rows to set several
        at once.
        <span className="pointer-coarse:hidden"> Alt and the arrow keys move between cells.</span>
      </p>
      <span className="flex flex-wrap gap-2">
        <CopyColumn {...{ roomId, groups, isDraft }} onCopied={edits.noteCopied} />
        <ExportGrid {...{ roomId, openFolderIds }} />
        <Button icon={Undo2} disabled={!edits.canUndo} onClick={() => void edits.undo()}>
          Undo
        </Button>
      </span>
    </div>
  );
}

interface DraftsCheckboxProps {
  roomId: number;
  isDraft: boolean;
  onChange: (isDraft: boolean) => void;
}

function DraftsCheckbox({ roomId, isDraft, onChange }: DraftsCheckboxProps) {
  return (
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
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
