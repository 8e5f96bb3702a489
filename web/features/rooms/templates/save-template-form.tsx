import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useSaveTemplate } from './templates-api.ts';

const MESSAGES = { name: 'Template name is required' };

/** Saves a room as a template. */
export function SaveTemplateForm({ roomId, roomName }: { roomId: number; roomName: string }) {
  const [name, setName] = useState(roomName.slice(0, 100));
  const save = useSaveTemplate(roomId);
  return (
    <CheckedForm onSubmit={() => save.mutate(name)} messages={MESSAGES} className="flex flex-col gap-4">
      <TextField
        label="Name of the template"
        autoComplete="off"
        name="name"
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={save.isPending} className="self-start">
        Save as Template
      </Button>
    </CheckedForm>
  );
}
