import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { isSecondFactorDue, useLinkCompany } from '../api.ts';
import { CodeForm } from '../code-form.tsx';

/** Connects the account of the company's address by its password, once. `onCancel` leads back to the sign-in. */
export function CompanyLinkForm({ onCancel }: { onCancel: () => void }) {
  const company = usePublicSettings()?.companySignIn ?? 'your company';
  const link = useLinkCompany();
  const form = useForm({ defaultValues: { password: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  if (link.error && isSecondFactorDue(link.error))
    return <CodeForm message={getErrorMessage(link.error)} onCancel={onCancel} />;
  return (
    <Form
      form={form}
      errors="above"
      onSubmit={(values) =>
        link.mutate(values, {
          onError: (error) => {
            if (!isSecondFactorDue(error)) form.setError('root', { message: getErrorMessage(error) });
          },
        })
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          There is an account with your address. Enter its password once; from then on you sign in with{' '}
          {company}.
        </p>
        <PasswordField label="Password" autoComplete="current-password" {...form.register('password')} />
        <Button type="submit" variant="primary" busy={link.isPending}>
          Connect
        </Button>
        <Button onClick={onCancel}>Start Again</Button>
      </div>
    </Form>
  );
}
