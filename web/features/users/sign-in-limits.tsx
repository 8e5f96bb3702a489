import type { SignInLimit } from '#shared/contracts/users.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useLiftSignInLimits, useSignInLimits } from './api.ts';

const describeScope = ({ scope, network }: SignInLimit): string => {
  switch (scope) {
    case 'network':
      return `from ${network ?? 'a network'}`;
    case 'account':
      return 'from several networks';
    case 'device':
      return 'on a known device';
    case 'session':
      return 'in the password form';
  }
};

/** Lists accounts that cannot sign in after failed attempts; nothing while there are none. */
export function SignInLimits() {
  const { data } = useSignInLimits();
  if (!data || data.length === 0) return null;
  return (
    <Card>
      <section aria-label="Sign-in limits" className="p-4">
        <h2 className="font-medium">Sign-in limits</h2>
        <p className="text-ink-muted">
          Further attempts are refused after repeated wrong passwords. Lift a limit when you know who tried.
        </p>
        <ul className="mt-2 divide-y divide-line">
          {data.map((limit) => (
            <LimitRow key={`${limit.userId} ${limit.scope} ${limit.network}`} limit={limit} />
          ))}
        </ul>
      </section>
    </Card>
  );
}

function LimitRow({ limit }: { limit: SignInLimit }) {
  const { mutate, isPending } = useLiftSignInLimits();
  const { username, failures, blockedUntil } = limit;
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">{username}</p>
        <p className="text-ink-muted text-xs">
          {failures} failed attempts {describeScope(limit)}, until {formatDateTime(blockedUntil)}
        </p>
      </div>
      <Button
        size="small"
        busy={isPending}
        aria-label={`Lift limits of ${username}`}
        onClick={() => mutate(limit)}
      >
        Lift Limits
      </Button>
    </li>
  );
}
