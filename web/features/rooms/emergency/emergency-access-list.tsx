import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useEmergencyAccesses } from './emergency-api.ts';

/** Tells the staff of a room which administrators opened emergency access, and why; nothing where none did. */
export function EmergencyAccessList({ roomId }: { roomId: number }) {
  const { data: accesses, error, refetch } = useEmergencyAccesses(roomId);
  // Silence would say that nobody did.
  if (error && !accesses)
    return (
      <LoadError error={error} summary="Failed to fetch emergency access" onRetry={() => void refetch()} />
    );
  if (!accesses?.length) return null;
  return (
    <Card className="flex flex-col gap-2 p-5">
      <h2 className="font-semibold text-base">Emergency access</h2>
      <ul className="divide-y divide-line">
        {accesses.map(({ id, administrator, reason, createdAt, expiresAt }) => (
          <li key={id} className="flex flex-col gap-1 py-2">
            <p className="wrap-anywhere">
              <span className="font-medium">{administrator}</span>: {reason}
            </p>
            <p className="text-ink-muted">
              From <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> to{' '}
              <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
