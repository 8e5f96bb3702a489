import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

const SETTINGS_KEY = ['settings', 'sign-in'] as const;

const REQUIREMENTS: Record<SignInSettings['requireSecondFactor'], string> = {
  nobody: 'Nobody',
  administrators: 'Administrators',
  everybody: 'Everybody with an account',
};
const CHOICES = Object.entries(REQUIREMENTS).map(([value, label]) => ({ value, label }));

/** Edits what is demanded of sign-ins; each choice is saved at once. */
export function SignInSettingsForm() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/sign-in-settings', {}, signal),
  });
  const update = useMutation({
    mutationFn: (body: Partial<SignInSettings>) => call('PATCH /api/admin/sign-in-settings', { body }),
    onSuccess: (settings) => client.setQueryData(SETTINGS_KEY, settings),
  });
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-32" />;
  return (
    <div className="flex flex-col gap-4">
      {update.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(update.error)}
        </Notice>
      )}
      <Select
        label="Second factor required of"
        hint="Those without an authenticator app set it up at their next sign-in."
        value={data.requireSecondFactor}
        options={CHOICES}
        disabled={update.isPending}
        onChange={({ target }) =>
          update.mutate({
            requireSecondFactor: target.value as SignInSettings['requireSecondFactor'], // one of the options
          })
        }
      />
      <Switch
        label="Confirm dangerous actions"
        hint="Administrators enter their password again, at most every ten minutes, to empty the trash, change administrator rights, passwords of others or these settings, and export the audit log. Always on for users with a second factor."
        checked={data.requireReauthentication}
        disabled={update.isPending}
        onChange={({ target }) => update.mutate({ requireReauthentication: target.checked })}
      />
    </div>
  );
}
