import Plus from 'lucide-react/icons/plus';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useCreateGroup } from './api.ts';

/** Creates a group; its end is the end of the chosen day. */
export function CreateGroupForm({ roomId }: { roomId: number }) {
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const create = useCreateGroup(roomId);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    const endsAt = day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
    create.mutate(
      { name, endsAt },
      {
        onSuccess: () => {
          setName('');
          setDay('');
        },
      },
    );
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          label="Name of the new group"
          autoComplete="off"
          required
          // Not only spaces.
          pattern=".*\S.*"
          title="Enter a name."
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <TextField
        label="Ends on (optional)"
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" variant="primary" icon={Plus} busy={create.isPending}>
        Create Group
      </Button>
    </form>
  );
}
