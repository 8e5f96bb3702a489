import { useState } from 'react';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { LossGuard } from '#web/ui/overlays/unsaved.ts';
import { dueAtOf, dueDayOf } from '../due-days.ts';
import { type Line, useSavePlaceholder } from './lines-api.ts';
import { PlaceholderLevels } from './placeholder-levels.tsx';

interface PlaceholderDialogProps {
  folderId: number;
  /** Absent for a new one. */
  placeholder: Line<'placeholder'> | undefined;
  onClose: () => void;
}

/** Adds a placeholder or changes its name, due date and responsible person. */
export function PlaceholderDialog({ folderId, placeholder, onClose }: PlaceholderDialogProps) {
  const { field, isEdited, submit, save } = usePlaceholderForm({ folderId, placeholder, onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={placeholder ? 'Edit Placeholder' : 'Add Placeholder'}
      description="An entry of the index whose file is still to come."
    >
      <CheckedForm onSubmit={submit} className="flex flex-col gap-3">
        <LossGuard isLost={isEdited} />
        <TextField label="Name" required maxLength={255} autoComplete="off" {...field('name')} />
        <TextField label="Due date (optional)" type="date" {...field('day')} />
        <TextField
          label="Responsible person (optional)"
          hint="Only the staff of the room see it."
          maxLength={100}
          autoComplete="off"
          {...field('person')}
        />
        {placeholder && <PlaceholderLevels id={placeholder.id} />}
        {save.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(save.error)}
          </Notice>
        )}
        <SaveActions label="Save" busy={save.isPending} onCancel={onClose} />
      </CheckedForm>
    </Dialog>
  );
}

/** Holds what is typed, and saves it. */
function usePlaceholderForm({ folderId, placeholder, onClose }: PlaceholderDialogProps) {
  const opened = {
    name: placeholder?.name ?? '',
    person: placeholder?.responsibleName ?? '',
    day: dueDayOf(placeholder?.dueAt),
  };
  const [typed, setTyped] = useState(opened);
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const isEdited = typed.name !== opened.name || typed.person !== opened.person || typed.day !== opened.day;
  const save = useSavePlaceholder(folderId, placeholder?.id, toFields(opened));
  const submit = () => save.mutate(toFields(typed), { onSuccess: onClose });
  return { field, isEdited, submit, save };
}

const toFields = ({ name, person, day }: { name: string; person: string; day: string }) => ({
  name: name.trim(),
  responsibleName: person.trim() === '' ? null : person.trim(),
  dueAt: dueAtOf(day),
});
