import Archive from 'lucide-react/icons/archive';
import { useState } from 'react';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useGroups } from '#web/features/rooms/groups/groups-api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useCreateArchive } from './archives-api.ts';

const PART_SIZES = [
  { value: '', label: 'One file' },
  { value: '100000000', label: 'Of 100 MB' },
  { value: '700000000', label: 'Of 700 MB' },
  { value: '4000000000', label: 'Of 4 GB' },
];

/** Creates an archive of a room, or of what one of its groups sees. */
export function ArchiveForm({ roomId }: { roomId: number }) {
  const [scope, setScope] = useState('room');
  const [partSize, setPartSize] = useState('');
  const groups = useGroups(roomId);
  const create = useCreateArchive(roomId);
  if (groups.error && !groups.data)
    return <LoadError error={groups.error} onRetry={() => void groups.refetch()} />;
  const options = [
    { value: 'room', label: 'The whole room' },
    ...(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: `As ${name} sees it` })),
  ];
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold text-base">New archive</h2>
      <p className="text-ink-muted">
        An archive can be browsed, searched and verified without this server: the documents, an index, and a
        signed list of all files. The room stays in use meanwhile. An archive of the whole room contains the
        audit log with the names of everybody, also where persons are hidden.
      </p>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            scope: scope === 'room' ? 'room' : Number(scope),
            ...(partSize !== '' && { splitBytes: Number(partSize) }),
          });
        }}
      >
        <div className="min-w-0 flex-1 basis-60">
          <Select
            label="Content"
            options={options}
            value={scope}
            onChange={(event) => setScope(event.target.value)}
          />
        </div>
        <div className="min-w-0 basis-44">
          <Select
            label="Parts"
            options={PART_SIZES}
            value={partSize}
            onChange={(event) => setPartSize(event.target.value)}
          />
        </div>
        <Button type="submit" icon={Archive} busy={create.isPending}>
          Create Archive
        </Button>
      </form>
    </Card>
  );
}
