import type { ShownSignInSettings, SignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { useStoredForm } from '#web/lib/forms/use-stored-form.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useUpdateSignInSettings } from './sign-in-settings-api.ts';

/** Edits who signs in through the company, or says how the operator sets that up. */
export function CompanySettings({ settings }: { settings: ShownSignInSettings }) {
  const { companyIssuer, companyCallback } = settings;
  return (
    <div className="flex flex-col gap-4">
      {companyIssuer === null && (
        <Notice tone="info">
          Not set up. On the server, set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. At your provider,
          allow the address below.
        </Notice>
      )}
      <dl className="text-xs">
        {companyIssuer !== null && <Address term="Provider" value={companyIssuer} />}
        <Address term="Address to which the provider sends people back" value={companyCallback} />
      </dl>
      {companyIssuer !== null && <CompanyForm settings={settings} />}
    </div>
  );
}

const Address = ({ term, value }: { term: string; value: string }) => (
  <>
    <dt className="text-ink-muted">{term}</dt>
    <dd className="mb-2 break-all font-mono">{value}</dd>
  </>
);

function CompanyForm({ settings }: { settings: ShownSignInSettings }) {
  const update = useUpdateSignInSettings();
  const { form, holdSent } = useStoredForm({
    companyName: settings.companyName,
    companyDomains: settings.companyDomains.join(', '),
    companyCreatesAccounts: settings.companyCreatesAccounts,
    companyAdminClaim: settings.companyAdminClaim,
  });
  return (
    <Form
      form={form}
      keptAs="company-sign-in"
      onSubmit={({ companyDomains, ...values }) => {
        const domains = companyDomains.split(/[\s,;]+/).filter((domain) => domain !== '');
        update.mutate(
          changedSince<Partial<SignInSettings>>(settings, { ...values, companyDomains: domains }),
          {
            onSuccess: holdSent(),
            onError: (error) => form.setError('root', { message: getErrorMessage(error) }),
          },
        );
      }}
    >
      <div className="flex flex-col gap-4">
        <TextField label="Name" hint="On the button: Continue with …" {...form.register('companyName')} />
        <TextField
          label="Domains"
          hint="Of the addresses that may sign in, such as example.com. Without one, nobody can."
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('companyDomains')}
        />
        <Switch
          label="Create accounts"
          hint="For people of these domains who have none, at their first sign-in."
          {...form.register('companyCreatesAccounts')}
        />
        <TextField
          label="Claim of administrators"
          hint="As name=value, such as groups=room-admins. Empty: the provider makes nobody an administrator."
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('companyAdminClaim')}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" busy={update.isPending}>
            Save
          </Button>
          {update.isSuccess && !form.formState.isDirty && <span role="status">Saved</span>}
        </div>
      </div>
    </Form>
  );
}
