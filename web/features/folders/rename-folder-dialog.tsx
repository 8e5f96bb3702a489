import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { Folder } from '#shared/contracts/folders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
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

function RenameFolderForm({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const renameFolder = useRenameFolder();
  const form = useForm({ resolver: zodResolver(folderSchema), defaultValues: { name: folder.name } });
  const isBlank = useWatch({ control: form.control, name: 'name' }).trim() === '';
  return (
    <Form
      form={form}
      onSubmit={({ name }) => {
        renameFolder.mutate({ folder, name });
        onClose();
      }}
    >
      <TextField label="Folder name" autoComplete="off" {...form.register('name')} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBlank}>
          Save Changes
        </Button>
      </DialogActions>
    </Form>
  );
}
