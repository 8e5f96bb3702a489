import type { Terms, TermsAcceptance } from '#shared/contracts/links/terms.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useAcceptances } from './api.ts';

/** Lists who accepted terms, each with the signed PDF. */
export function AcceptancesDialog({ terms, onClose }: { terms: Terms; onClose: () => void }) {
  const query = { termsId: String(terms.id) };
  const isEmpty = useAcceptances(terms.id).data?.pages[0]?.result.length === 0;
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={`Acceptances of ${terms.name}`}>
      <Acceptances termsId={terms.id} />
      {!isEmpty && (
        <DialogActions>
          <ButtonLink href={buildUrl('GET /api/terms/acceptances/export', { query })} opens="download">
            Export CSV
          </ButtonLink>
        </DialogActions>
      )}
    </Dialog>
  );
}

function Acceptances({ termsId }: { termsId: number }) {
  const list = useAcceptances(termsId);
  const { data, error, refetch } = list;
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  const rows = data.pages.flatMap(({ result }) => result);
  if (rows.length === 0) return <p className="text-ink-muted">Nobody has accepted these terms yet.</p>;
  return (
    <div className="max-h-96 overflow-y-auto">
      <ul aria-label="Acceptances" className="divide-y divide-line">
        {rows.map((acceptance) => (
          <AcceptanceRow key={acceptance.id} acceptance={acceptance} />
        ))}
      </ul>
      <ShowMore list={list} />
    </div>
  );
}

function AcceptanceRow({ acceptance }: { acceptance: TermsAcceptance }) {
  const { id, email, verified, typedName, version, linkName, acceptedAt, address } = acceptance;
  const person = email ?? 'Guest without an address';
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-medium">{person}</p>
        <p className="text-ink-muted text-sm">
          Version {version} · {verified ? 'verified by code' : 'not verified'}
          {typedName !== null && ` · signed as ${typedName}`}
        </p>
        <p className="text-ink-muted text-xs">
          <time dateTime={acceptedAt}>{formatDateTime(acceptedAt)}</time> · {linkName} · {address}
        </p>
      </div>
      <ButtonLink href={buildUrl('GET /api/terms/acceptances/:id/pdf', { params: { id } })} opens="download">
        PDF<span className="sr-only"> of {person}</span>
      </ButtonLink>
    </li>
  );
}
