import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { toEnd } from '#web/lib/forms/local-days.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useCreateGroup } from './groups-api.ts';

const MESSAGES = { name: 'Group name is required' };

/** Creates a group; its end is the end of the chosen day. */
export function CreateGroupForm({ roomId }: { roomId: number }) {
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const create = useCreateGroup(roomId);
  function onSubmit() {
    create.mutate(
      { name, endsAt: toEnd(day) },
      {
        onSuccess: () => {
          setName(clearSent(name));
          setDay(clearSent(day));
        },
      },
    );
  }
  return (
    <CheckedForm onSubmit={onSubmit} messages={MESSAGES} className="flex flex-wrap items-start gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          label="Name of the new group"
          autoComplete="off"
          name="name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <TextField
        label="Ends on (optional)"
        name="day"
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      {/* Beside the fields, which have their labels above them and messages below. */}
      <div className="max-sm:self-end sm:pt-6">
        <Button type="submit" variant="primary" icon={Plus} busy={create.isPending}>
          Create Group
        </Button>
      </div>
    </CheckedForm>
  );
}
