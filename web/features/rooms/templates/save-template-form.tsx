import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useSaveTemplate } from './templates-api.ts';

/** Saves a room as a template. */
export function SaveTemplateForm({ roomId, roomName }: { roomId: number; roomName: string }) {
  const [name, setName] = useState(roomName.slice(0, 100));
  const save = useSaveTemplate(roomId);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') save.mutate(name);
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label="Name of the template"
        autoComplete="off"
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={save.isPending} className="self-start">
        Save as Template
      </Button>
    </form>
  );
}
