import { findPasskeyProblem } from '#web/features/accounts/sign-in-methods/passkey.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { usePasskeys } from './passkeys-api.ts';

/** Lists the user's passkeys and adds further ones, or says why this browser cannot. */
export function PasskeySection() {
  const { data, error, refetch } = usePasskeys();
  const settings = usePublicSettings();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data || !settings) return <Skeleton className="h-16" />;
  const problem = findPasskeyProblem(settings.passkeyOrigin);
  return (
    <div className="flex flex-col gap-3">
      {data.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {problem === undefined ? <AddPasskey /> : <Notice tone="info">{problem}</Notice>}
    </div>
  );
}
