import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useCreateFolder } from './api.ts';
import { folderSchema } from './folder-schema.ts';

interface CreateFolderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Parent folder; `null` is the root. */
  parentId: number | null;
}

export function CreateFolderDialog({ open, onOpenChange, parentId }: CreateFolderDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create New Folder">
      <CreateFolderForm parentId={parentId} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateFolderForm({ parentId, onClose }: { parentId: number | null; onClose: () => void }) {
  const createFolder = useCreateFolder();
  const form = useForm({ resolver: zodResolver(folderSchema), defaultValues: { name: '' } });
  return (
    <Form
      form={form}
      onSubmit={({ name }) => createFolder.mutate({ name, parentId }, { onSuccess: onClose })}
    >
      <TextField label="Folder name" autoComplete="off" {...form.register('name')} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={createFolder.isPending}>
          Create Folder
        </Button>
      </DialogActions>
    </Form>
  );
}
