import FolderIcon from 'lucide-react/icons/folder';
import { useId, useState } from 'react';
import { useFolderTree } from '#web/features/folders/api.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';

interface DestinationFieldProps {
  value: number | null;
  onChange: (folderId: number | null) => void;
  disabled: boolean;
}

/** Shows the destination folder; the whole tree appears on demand, since the default is usually right. */
export function DestinationField({ value, onChange, disabled }: DestinationFieldProps) {
  const { data: folders } = useFolderTree();
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  const name = value === null ? 'Home' : (folders?.find(({ id }) => id === value)?.name ?? 'This folder');
  return (
    <fieldset aria-labelledby={labelId} disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-2">
        <span id={labelId} className="font-medium">
          Folder
        </span>
        <FolderIcon size={16} className="ml-2 shrink-0 text-ink-muted" />
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Done' : 'Change'}
        </Button>
      </div>
      {isOpen && <FolderPicker {...{ value, onChange }} />}
    </fieldset>
  );
}
