import Download from 'lucide-react/icons/download';
import { useId, useState } from 'react';
import type { IndexFormat } from '#shared/contracts/rooms/room-index.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useGroups } from '../groups/groups-api.ts';

const FORMATS: readonly { value: IndexFormat; label: string }[] = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
  { value: 'html', label: 'Web page (HTML)' },
];

/** Exports the index of a room, whole or as one of its groups sees it. */
export function ExportIndex({ roomId }: { roomId: number }) {
  const headingId = useId();
  const groups = useGroups(roomId);
  const [format, setFormat] = useState<IndexFormat>('xlsx');
  const [groupId, setGroupId] = useState('');
  if (groups.error && !groups.data)
    return <LoadError error={groups.error} onRetry={() => void groups.refetch()} />;
  const readers = (groups.data ?? []).map(({ id, name }) => ({
    value: String(id),
    label: `As ${name} sees it`,
  }));
  const query = { format, ...(groupId !== '' && { groupId }) };
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-3 p-4">
        <h2 id={headingId} className="font-semibold text-base">
          Export
        </h2>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <Select
              label="Content"
              options={[{ value: '', label: 'The whole room' }, ...readers]}
              value={groupId}
              onChange={({ target }) => setGroupId(target.value)}
            />
          </div>
          <div className="min-w-40 flex-1">
            <Select
              label="Format"
              options={FORMATS}
              value={format}
              onChange={({ target }) => setFormat(target.value as IndexFormat)} // one of the options
            />
          </div>
          <ButtonLink
            icon={Download}
            opens="download"
            href={buildUrl('GET /api/rooms/:id/index', { params: { id: roomId }, query })}
          >
            Export Index
          </ButtonLink>
        </div>
      </Card>
    </section>
  );
}
