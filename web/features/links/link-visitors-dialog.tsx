import type { Link } from '#shared/contracts/links/links.ts';
import { formatDate } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useLinkVisitors } from './api.ts';

/** Lists the people whom a link admitted. */
export function LinkVisitorsDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Visitors of ${link.name}`}>
      <Visitors id={link.id} />
    </Dialog>
  );
}

function Visitors({ id }: { id: number }) {
  const visitors = useLinkVisitors(id);
  if (visitors.error)
    return (
      <LoadError
        error={visitors.error}
        summary="Failed to fetch visitors"
        onRetry={() => void visitors.refetch()}
      />
    );
  if (!visitors.data) return <Skeleton className="h-8" />;
  if (visitors.data.length === 0) return <p className="text-ink-muted">Nobody has opened this link yet.</p>;
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto">
      {visitors.data.map(({ id, email, verified, visits, lastVisitAt }) => (
        <li key={id} className="py-2">
          <p className="wrap-anywhere font-medium">{email ?? 'Guest without an address'}</p>
          <p className="text-ink-muted text-sm">
            {verified ? 'Verified by code' : 'Not verified'} · {visits === 1 ? '1 visit' : `${visits} visits`}{' '}
            · last on {formatDate(lastVisitAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}
