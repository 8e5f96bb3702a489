import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { Folder } from '#shared/contracts/folders.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useRenameFolder } from './folder-changes.ts';
import { folderSchema } from './folder-schema.ts';

interface RenameFolderDialogProps {
  folder: Folder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameFolderDialog({ folder, open, onOpenChange }: RenameFolderDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit Folder Name">
      <RenameFolderForm folder={folder} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Stays open until the server has answered, so that a refused name can be changed. */
function RenameFolderForm({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const renameFolder = useRenameFolder();
  const form = useForm({ resolver: zodResolver(folderSchema), defaultValues: { name: folder.name } });
  const isBlank = useWatch({ control: form.control, name: 'name' }).trim() === '';
  return (
    <Form
      form={form}
      keptAs={`folder-${folder.id}`}
      onSubmit={({ name }) => renameFolder.mutate({ folder, name }, { onSuccess: onClose })}
    >
      <TextField label="Folder name" autoComplete="off" {...form.register('name')} />
      <SaveActions label="Save Changes" disabled={isBlank} busy={renameFolder.isPending} onCancel={onClose} />
    </Form>
  );
}
