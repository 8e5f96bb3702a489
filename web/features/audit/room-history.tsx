import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { buildUrl } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { AuditFilters, EMPTY_FILTERS, toAuditQuery } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

const FORMATS = ['csv', 'json'] as const;

interface RoomHistoryProps {
  roomId: number;
  hidesPersons: boolean;
}

/** Lists what happened in a room, newest first. */
export function RoomHistory({ roomId, hidesPersons }: RoomHistoryProps) {
  const [chosen, setChosen] = useState(EMPTY_FILTERS);
  const query = toAuditQuery(chosen);
  const list = usePaginatedCall(
    ['room-history', roomId, query],
    'GET /api/rooms/:id/history',
    { limit: '100', ...query },
    { id: roomId },
  );
  return (
    <>
      <AuditFilters values={chosen} onChange={setChosen} hidesPersons={hidesPersons} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">
          {hidesPersons ? 'Persons are hidden in this room. ' : ''}Exports are recorded too.
        </p>
        <div className="flex flex-wrap gap-2">
          {FORMATS.map((format) => (
            <ButtonLink
              key={format}
              icon={Download}
              opens="download"
              href={buildUrl('GET /api/rooms/:id/history/export', {
                params: { id: roomId },
                query: { format, ...query },
              })}
            >
              {format.toUpperCase()}
            </ButtonLink>
          ))}
        </div>
      </div>
      <AuditTable
        label="History"
        list={list}
        empty={chosen === EMPTY_FILTERS ? 'No events since the history began' : 'No matching events'}
      />
    </>
  );
}
