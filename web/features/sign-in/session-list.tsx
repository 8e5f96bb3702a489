import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import type { Session } from '#shared/contracts/sign-in/sessions.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useEndSessions, useSessions } from './sessions-api.ts';

const ASSURANCE = {
  password: 'password',
  'second-factor': 'password and code',
  passkey: 'passkey',
  oidc: 'the company',
} as const;

/** Lists where the user is signed in, and ends one session or all others. */
export function SessionList() {
  const { data, error, refetch } = useSessions();
  const endOthers = useEndSessions();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Sessions" className="divide-y divide-line">
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {endOthers.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(endOthers.error)}
        </Notice>
      )}
      {data.length > 1 && (
        <Button className="self-start" busy={endOthers.isPending} onClick={() => endOthers.mutate('others')}>
          End All Other Sessions
        </Button>
      )}
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useEndSessions();
  const { id, device, address, createdAt, lastSeenAt, assurance, isCurrent } = session;
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isCurrent && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="break-words text-ink-muted text-xs">
          {address} · last seen {formatDateTime(lastSeenAt)}
        </p>
        <p className="text-ink-muted text-xs">
          Signed in {formatDateTime(createdAt)} with {ASSURANCE[assurance]}
        </p>
        {end.error && <p className="text-danger-ink text-xs">{getErrorMessage(end.error)}</p>}
      </div>
      {!isCurrent && (
        <Button
          size="small"
          busy={end.isPending}
          aria-label={`End session on ${device}, ${address}`}
          onClick={() => end.mutate(id)}
        >
          End
        </Button>
      )}
    </li>
  );
}
