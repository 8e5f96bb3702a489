import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { fileName } from '#shared/contracts/fields/base-fields.ts';
import type { File } from '#shared/contracts/files.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useRenameFile } from '../file-changes.ts';

const renameFileSchema = z.object({ name: fileName });

/** Asks for the name of a file. Stays open until the server has answered, so that a refused name can be changed. */
export function RenameFileDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const rename = useRenameFile();
  const form = useForm({ resolver: zodResolver(renameFileSchema), defaultValues: { name: file.name } });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename File">
      <Form
        form={form}
        keptAs={`file-${file.id}`}
        onSubmit={({ name }) => rename.mutate({ file, name }, { onSuccess: onClose })}
      >
        <TextField
          label="File name"
          autoComplete="off"
          onFocus={({ target }) => selectBaseName(target)}
          {...form.register('name')}
        />
        <SaveActions label="Rename" busy={rename.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Selects the name without its extension, once the dialog has selected all of its first field. */
const selectBaseName = (field: HTMLInputElement): void =>
  queueMicrotask(() => field.setSelectionRange(0, getBaseNameLength(field.value)));

function getBaseNameLength(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}
