import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Area } from '#shared/contracts/rooms/requests.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { LossGuard } from '#web/ui/overlays/unsaved.ts';
import { useAreaChanges } from './api.ts';

/** Renames and deletes an area of a request list. */
export function AreaActions({ area }: { area: Area }) {
  const { remove } = useAreaChanges(area);
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <span className="flex shrink-0 gap-1">
      <IconButton
        icon={Pencil}
        label={`Rename ${area.name}`}
        size="small"
        onClick={() => setOpen('rename')}
      />
      <IconButton
        icon={Trash2}
        label={`Delete ${area.name}`}
        size="small"
        onClick={() => setOpen('delete')}
      />
      {open === 'rename' && <RenameAreaDialog area={area} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete ${area.name}?`}
        description="Its requests stay, without an area."
        confirmLabel="Delete Area"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      />
    </span>
  );
}

function RenameAreaDialog({ area, onClose }: { area: Area; onClose: () => void }) {
  const { rename } = useAreaChanges(area);
  const [name, setName] = useState(area.name);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename Area">
      <CheckedForm onSubmit={() => rename.mutate(name, { onSuccess: onClose })}>
        <LossGuard isLost={name !== area.name} />
        <TextField
          label="Name"
          autoComplete="off"
          name="name"
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SaveActions label="Save" busy={rename.isPending} onCancel={onClose} />
      </CheckedForm>
    </Dialog>
  );
}
