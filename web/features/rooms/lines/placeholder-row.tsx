import FileClock from 'lucide-react/icons/file-clock';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { useEffect, useRef } from 'react';
import { attachPlaceholderTarget } from '#web/features/folders/drag-and-drop/placeholder-targets.ts';
import { useAddUploads, usePlanUploads } from '#web/features/uploads/use-uploads.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatDueDay } from '../due-days.ts';
import type { Line } from './lines-api.ts';

type Placeholder = Line<'placeholder'>;

/** Shows a placeholder with its due date, and to those who may change it the actions; a file dropped on it replaces it. */
export function PlaceholderRow({ placeholder, actions }: { placeholder: Placeholder; actions?: RowActions }) {
  const { number, name, dueAt, responsibleName } = placeholder;
  const row = useRef<HTMLLIElement>(null);
  const isDropTarget = actions !== undefined;
  const { id, folderId } = placeholder;
  useEffect(() => {
    if (!row.current || !isDropTarget) return undefined;
    return attachPlaceholderTarget(row.current, { id: folderId, name, placeholderId: id });
  }, [isDropTarget, folderId, name, id]);
  const isOverdue = dueAt !== null && Date.parse(dueAt) < Date.now();
  return (
    <li ref={row} className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <FileClock size={16} className="shrink-0 text-ink-muted" />
      {number !== undefined && <span className="text-ink-muted tabular-nums">{number}</span>}
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{name}</span>
      {dueAt !== null && (
        <Badge tone={isOverdue ? 'danger' : 'neutral'}>
          {isOverdue ? 'Overdue since' : 'Due'} {formatDueDay(dueAt)}
        </Badge>
      )}
      {responsibleName !== null && <span className="text-ink-muted wrap-anywhere">{responsibleName}</span>}
      {actions && <Actions placeholder={placeholder} {...actions} />}
    </li>
  );
}

interface RowActions {
  onEdit: () => void;
  onDelete: () => void;
}

function Actions({ placeholder, onEdit, onDelete }: RowActions & { placeholder: Placeholder }) {
  const { id, folderId, name } = placeholder;
  const input = useRef<HTMLInputElement>(null);
  const addUploads = useAddUploads();
  const plan = usePlanUploads();
  const upload = (file: File) => {
    const planned = plan({ folders: [], files: [{ path: [], file }], unreadable: [] });
    addUploads(
      planned.map((each) => ({ ...each, placeholderId: id })),
      { folderId, allowDownload: true },
    );
  };
  return (
    <span className="ml-auto flex items-center gap-1">
      <Button
        size="small"
        icon={Upload}
        aria-label={`Upload the file for ${name}`}
        onClick={() => input.current?.click()}
      >
        Upload
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File for ${name}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) upload(file);
          // Lets the same file be chosen again after a failure.
          currentTarget.value = '';
        }}
      />
      <IconButton icon={Pencil} label={`Edit ${name}`} size="small" onClick={onEdit} />
      <IconButton icon={Trash2} label={`Delete ${name}`} size="small" onClick={onDelete} />
    </span>
  );
}
