import type { SignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { useUpdateSignInSettings } from './sign-in-settings-api.ts';

const REQUIREMENTS: Record<SignInSettings['requireSecondFactor'], string> = {
  nobody: 'Nobody',
  administrators: 'Administrators',
  staff: 'Administrators and the staff of rooms',
  everybody: 'Everybody with an account',
};
const CHOICES = Object.entries(REQUIREMENTS).map(([value, label]) => ({ value, label }));

/** Edits what is demanded of sign-ins; each choice is saved at once. */
export function SignInSettingsForm({ settings }: { settings: SignInSettings }) {
  const update = useUpdateSignInSettings();
  return (
    <div className="flex flex-col gap-4">
      {update.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(update.error)}
        </Notice>
      )}
      <Select
        label="Second factor required of"
        hint="Those without an authenticator app or passkey set one up at their next sign-in."
        value={settings.requireSecondFactor}
        options={CHOICES}
        busy={update.isPending}
        onChange={({ target }) =>
          update.mutate({
            requireSecondFactor: target.value as SignInSettings['requireSecondFactor'], // one of the options
          })
        }
      />
      <Switch
        label="Confirm dangerous actions"
        hint="Administrators enter their password again, at most every ten minutes, to empty the trash, change administrator rights, passwords of others or these settings, and export the audit log. Always on for users with a second factor."
        checked={settings.requireReauthentication}
        busy={update.isPending}
        onChange={({ target }) => update.mutate({ requireReauthentication: target.checked })}
      />
    </div>
  );
}
