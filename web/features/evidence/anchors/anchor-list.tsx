import type { Anchor } from '#shared/contracts/evidence/anchors.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { PLACES } from './anchor-places.tsx';

/** Lists the tree heads that were kept elsewhere, newest first, and what failed. */
export function AnchorList({ anchors }: { anchors: readonly Anchor[] }) {
  if (anchors.length === 0) return <p className="text-ink-muted">No tree head was kept elsewhere yet.</p>;
  return (
    <ul aria-label="Anchors" className="flex flex-col divide-y divide-line">
      {anchors.map((anchor) => (
        <AnchorItem key={anchor.id} anchor={anchor} />
      ))}
    </ul>
  );
}

function AnchorItem({ anchor }: { anchor: Anchor }) {
  const { id, kind, treeSize, checkedAt, lastError, hasToken } = anchor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p>
          {PLACES[kind]}, entry {treeSize}
        </p>
        <p className="text-ink-muted text-xs">
          <time dateTime={checkedAt}>{formatDateTime(checkedAt)}</time>
        </p>
        {lastError !== null && <p className="text-danger">{lastError}</p>}
      </div>
      {lastError !== null && <Badge tone="danger">Failed</Badge>}
      {hasToken && (
        <ButtonLink
          href={buildUrl('GET /api/admin/anchors/:id/token', { params: { id } })}
          opens="download"
          aria-label={`Download the time stamp of entry ${treeSize}`}
        >
          Download
        </ButtonLink>
      )}
    </li>
  );
}
