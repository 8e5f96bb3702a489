import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { Folder } from '#shared/contracts/folders.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useCreateFolder } from './folder-changes.ts';
import { folderSchema } from './folder-schema.ts';

interface CreateFolderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Parent folder; `null` is the root. */
  parentId: number | null;
}

export function CreateFolderDialog({ open, onOpenChange, parentId }: CreateFolderDialogProps) {
  const createdId = useRef<number>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create New Folder"
      findReturnFocus={() => document.querySelector(`main a[href="/folder/${createdId.current}"]`)}
    >
      <CreateFolderForm
        parentId={parentId}
        onClose={() => onOpenChange(false)}
        onCreated={({ id }) => {
          createdId.current = id;
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

interface CreateFolderFormProps {
  parentId: number | null;
  onClose: () => void;
  onCreated: (folder: Folder) => void;
}

function CreateFolderForm({ parentId, onClose, onCreated }: CreateFolderFormProps) {
  const createFolder = useCreateFolder();
  const form = useForm({ resolver: zodResolver(folderSchema), defaultValues: { name: '' } });
  return (
    <Form
      form={form}
      keptAs={`new-folder-${parentId}`}
      onSubmit={({ name }) => createFolder.mutate({ name, parentId }, { onSuccess: onCreated })}
    >
      <TextField label="Folder name" autoComplete="off" {...form.register('name')} />
      <SaveActions label="Create Folder" busy={createFolder.isPending} onCancel={onClose} />
    </Form>
  );
}
