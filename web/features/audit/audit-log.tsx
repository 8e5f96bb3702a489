import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { downloadOnceAllowed } from '#web/lib/http/download-once-allowed.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { AuditFilters, EMPTY_FILTERS, toAuditQuery } from './audit-filters.tsx';
import { AuditState } from './audit-state.tsx';
import { AuditTable } from './audit-table.tsx';
import { RoomFilter } from './room-filter.tsx';

/** Lists audit entries, newest first, including denied requests. */
export function AuditLog() {
  const [chosen, setChosen] = useState(EMPTY_FILTERS);
  const query = toAuditQuery(chosen);
  const list = usePaginatedCall(['audit', query], 'GET /api/admin/audit', { limit: '100', ...query });
  return (
    <div className="flex flex-col gap-4">
      <AuditState />
      <AuditFilters values={chosen} onChange={setChosen} hasResult>
        <RoomFilter value={chosen.roomId} onChange={(roomId) => setChosen({ ...chosen, roomId })} />
      </AuditFilters>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">
          Nobody can change or delete entries unnoticed. Exports are recorded too.
        </p>
        <ButtonLink
          href={buildUrl('GET /api/admin/audit/export', { query })}
          icon={Download}
          opens="download"
          onClick={(event) => void downloadOnceAllowed(event)}
        >
          Export
        </ButtonLink>
      </div>
      <AuditTable
        label="Audit log"
        list={list}
        hasRefusals
        empty="No matching entries"
        proofOf={({ id }: AuditEntry) =>
          buildUrl('GET /api/admin/audit/:position/proof', { params: { position: id } })
        }
      />
    </div>
  );
}
