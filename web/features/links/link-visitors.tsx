import { useState } from 'react';
import type { LinkVisitor } from '#shared/contracts/links/link-visitors.ts';
import type { Link } from '#shared/contracts/links/links.ts';
import { countOf, formatDate, formatDuration } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { useBlockAddress, useLinkVisitors } from './api.ts';

/** Lists the people whom a link admitted, with what each viewed. */
export function LinkVisitors({ link }: { link: Link }) {
  const visitors = useLinkVisitors(link.id);
  if (visitors.error && !visitors.data)
    return (
      <LoadError
        error={visitors.error}
        summary="Failed to fetch visitors"
        onRetry={() => void visitors.refetch()}
      />
    );
  if (!visitors.data) return <Skeleton className="h-8" />;
  const rows = visitors.data.pages.flatMap(({ result }) => result);
  if (rows.length === 0) return <p className="text-ink-muted">Nobody has entered through this link yet.</p>;
  return (
    <>
      <div className="flex justify-end">
        <ExportCsv
          name={`visitors of ${link.name}`}
          columns={EXPORTED}
          rows={visitors.hasNextPage ? visitors.fetchAll : rows}
        />
      </div>
      <ul aria-label="Visitors" className="divide-y divide-line">
        {rows.map((visitor) => (
          <VisitorRow key={visitor.id} link={link} visitor={visitor} />
        ))}
      </ul>
      <ShowMore list={visitors} />
    </>
  );
}

const EXPORTED: readonly { values: readonly ColumnValue<LinkVisitor>[] }[] = [
  {
    values: [
      ['Email', ({ email }) => email],
      ['Verified by code', ({ verified }) => (verified ? 'Yes' : 'No')],
      ['Visits', ({ visits }) => visits],
      ['First visit at', ({ firstVisitAt }) => firstVisitAt],
      ['Last visit at', ({ lastVisitAt }) => lastVisitAt],
      // Nothing is counted for guests without an address, or where a room hides persons.
      ['Views', ({ email, views }) => (email === null ? null : (views ?? null))],
      ['Pages', ({ email, pages }) => (email === null ? null : (pages ?? null))],
      ['Seconds in view', ({ email, ms }) => (email === null || ms === undefined ? null : ms / 1000)],
    ],
  },
];

function describeViews({ views, pages = 0, ms = 0 }: LinkVisitor): string | undefined {
  if (views === undefined) return undefined;
  const seen = countOf(views, 'view');
  if (pages === 0) return seen;
  return `${seen} · ${countOf(pages, 'page')} · ${formatDuration(ms)}`;
}

function VisitorRow({ link, visitor }: { link: Link; visitor: LinkVisitor }) {
  const { email, verified, visits, lastVisitAt } = visitor;
  const seen = describeViews(visitor);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{email ?? 'Guest without an address'}</p>
        <p className="text-ink-muted text-sm">
          {verified ? 'Verified by code' : 'Not verified'} · {countOf(visits, 'visit')} · last on{' '}
          {formatDate(lastVisitAt)}
        </p>
        {email !== null && seen !== undefined && <p className="text-ink-muted text-xs">{seen}</p>}
      </div>
      {email !== null && link.requireCode && <BlockButton link={link} email={email} />}
    </li>
  );
}

/** Blocks an address of a link with codes: without one, anybody can type another. */
function BlockButton({ link, email }: { link: Link; email: string }) {
  const block = useBlockAddress(link.id);
  // The list of a dialog is as old as the dialog. One that changed since knows whether the address is still in it.
  const [before, setBefore] = useState<Link['blocked']>();
  const isBlocked =
    link.blocked.includes(email.toLowerCase()) || (block.isSuccess && before === link.blocked);
  return (
    <Button
      size="small"
      disabled={isBlocked}
      busy={block.isPending}
      aria-label={isBlocked ? `${email} is blocked` : `Block ${email}`}
      onClick={() => {
        setBefore(link.blocked);
        block.mutate(email);
      }}
    >
      {isBlocked ? 'Blocked' : 'Block'}
    </Button>
  );
}
