import { useQuery } from '@tanstack/react-query';
import { countOf, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { call } from '#web/lib/http/call.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Shows whether the newest entry is sealed, whether the tree has all entries, and what was signed last. */
export function AuditState() {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-state'],
    queryFn: ({ signal }) => call('GET /api/admin/audit/state', {}, signal),
  });
  if (error && !data)
    return <LoadError error={error} summary="Failed to fetch the state of the audit log" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-6" />;
  const { entries, isSealed, treeSize, treeHead } = data;
  const isComplete = treeSize === entries;
  return (
    <p className="flex flex-wrap items-center gap-2 text-ink-muted">
      <Badge tone={isSealed ? 'success' : 'danger'}>{isSealed ? 'Seal valid' : 'Seal not valid'}</Badge>
      <Badge tone={isComplete ? 'success' : 'warning'}>
        {isComplete ? 'Tree complete' : `Tree lacks ${countOf(entries - treeSize, 'entry', 'entries')}`}
      </Badge>
      <span>
        {countOf(entries, 'entry', 'entries')}.{' '}
        {treeHead
          ? `${treeHead.treeSize === 1 ? 'The first was' : `The first ${treeHead.treeSize.toLocaleString('en-US')} were`} signed on ${formatDateTime(treeHead.signedAt)}.`
          : 'None is signed yet.'}
      </span>
    </p>
  );
}
