import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type FormEvent, useState } from 'react';
import type { AddressRules } from '#shared/contracts/sign-in/address-rules.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { ChangedMeanwhile } from '#web/lib/forms/edits.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RestoredNotice } from '#web/ui/forms/restored-notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import { useAddressRules, useRoomChoices, useSetAddressRules } from './address-rules-api.ts';
import { type RoomText, textsOf } from './rule-texts.ts';

/** Edits from which IP addresses administrators, staff and the readers of rooms are admitted. */
export function AddressRulesSection() {
  const { data, error, refetch } = useAddressRules();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return data ? <AddressRulesForm rules={data} /> : <FormSkeleton />;
}

function AddressRulesForm({ rules }: { rules: AddressRules }) {
  const save = useSetAddressRules();
  const { values, edits, changed, set, reset, rebase, kept } = useEdits(textsOf(rules));
  const wasRestored = useKeptInput({ form: 'address-rules', ...kept });
  const { administrators, staff, rooms } = values;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    save.mutate(edits, {
      onSuccess: reset,
      onError: (error) => error instanceof ChangedMeanwhile && rebase(error.stored),
    });
  }
  const setRooms = (changed: readonly RoomText[]) => set('rooms', changed);
  const setText = (roomId: number, text: string) =>
    setRooms(rooms.map((room) => (room.roomId === roomId ? { ...room, text } : room)));
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      {wasRestored && Object.keys(changed).length > 0 && <RestoredNotice />}
      {save.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(save.error)}
        </Notice>
      )}
      <Ranges
        label="Administrators"
        hint={`An address or network per line, such as 192.0.2.0/24. Empty: from everywhere. Your address is ${rules.address}.`}
        value={administrators}
        onChange={(text) => set('administrators', text)}
      />
      <Ranges
        label="Staff"
        hint="Owners, managers and editors of rooms."
        value={staff}
        onChange={(text) => set('staff', text)}
      />
      {rooms.map((room) => (
        <RoomRanges
          key={room.roomId}
          room={room}
          onChange={(text) => setText(room.roomId, text)}
          onRemove={() => setRooms(rooms.filter(({ roomId }) => roomId !== room.roomId))}
        />
      ))}
      <AddRoom
        ruledIds={rooms.map(({ roomId }) => roomId)}
        onAdd={(room) => setRooms([...rooms, { ...room, text: '' }])}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
        {save.isSuccess && <span role="status">Saved</span>}
      </div>
    </form>
  );
}

interface RangesProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Ranges = ({ label, hint, value, onChange }: RangesProps) => (
  <TextArea
    label={label}
    hint={hint}
    rows={2}
    autoCapitalize="none"
    spellCheck={false}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

interface RoomRangesProps {
  readonly room: RoomText;
  readonly onChange: (text: string) => void;
  readonly onRemove: () => void;
}

function RoomRanges({ room: { name, text }, onChange, onRemove }: RoomRangesProps) {
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Ranges
          label={`Room ${name}`}
          hint="From elsewhere, nobody can find the room."
          value={text}
          onChange={onChange}
        />
      </div>
      <IconButton icon={X} label={`Remove the rule of ${name}`} onClick={onRemove} />
    </div>
  );
}

interface AddRoomProps {
  readonly ruledIds: readonly number[];
  readonly onAdd: (room: { roomId: number; name: string }) => void;
}

function AddRoom({ ruledIds, onAdd }: AddRoomProps) {
  const rooms = useRoomChoices();
  const [chosen, setChosen] = useState('');
  const choices = (rooms.data ?? []).filter(({ id }) => !ruledIds.includes(id));
  if (choices.length === 0) return <FailedList lists={[rooms]} summary="The rooms could not be loaded" />;
  const room = choices.find(({ id }) => String(id) === chosen) ?? choices[0];
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Select
          label="Room to restrict"
          value={String(room?.id)}
          options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      </div>
      <Button icon={Plus} onClick={() => room && onAdd({ roomId: room.id, name: room.name })}>
        Add Room
      </Button>
    </div>
  );
}
