import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { Area } from '#shared/contracts/rooms/requests.ts';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { useRequestChanges } from './api.ts';

const AREA_NAMES_ID = 'request-areas';

const MESSAGES = { text: 'Enter what is requested' };

/** Adds a request; an area that is not there yet is created. */
export function AddRequestForm({ roomId, areas }: { roomId: number; areas: readonly Area[] }) {
  const { create, createArea } = useRequestChanges(roomId);
  const [text, setText] = useState('');
  const [areaName, setAreaName] = useState('');
  useKeptInput({
    form: 'new-request',
    read: () => text.trim() || undefined,
    restore: (input) => typeof input === 'string' && setText(input),
  });

  async function submit(): Promise<void> {
    const wanted = areaName.trim();
    const known = areas.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const area = wanted === '' ? null : (known ?? (await createArea.mutateAsync(wanted)));
    await create.mutateAsync({ text, areaId: area?.id ?? null });
    setText(clearSent(text));
  }
  function onSubmit() {
    // A failed call was reported by its mutation.
    submit().catch(() => undefined);
  }

  return (
    <CheckedForm onSubmit={onSubmit} messages={MESSAGES} className="flex flex-wrap items-start gap-2">
      <div className="min-w-56 flex-3">
        <TextField
          label="New request"
          autoComplete="off"
          name="text"
          required
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div className="min-w-36 flex-1">
        <TextField
          label="Area (optional)"
          autoComplete="off"
          maxLength={100}
          list={AREA_NAMES_ID}
          value={areaName}
          onChange={({ target }) => setAreaName(target.value)}
        />
      </div>
      <datalist id={AREA_NAMES_ID}>
        {areas.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      {/* Beside the fields, which have their labels above them and messages below. */}
      <div className="pt-6">
        <Button type="submit" variant="primary" icon={Plus} busy={create.isPending || createArea.isPending}>
          Add Request
        </Button>
      </div>
    </CheckedForm>
  );
}
