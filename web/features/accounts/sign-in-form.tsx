import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useHistoryState } from 'wouter/use-browser-location';
import { credentials } from '#shared/contracts/session.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { isSecondFactorDue, useSignIn } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { UsernameField } from './username-field.tsx';

export function SignInForm() {
  const signIn = useSignIn();
  const knownUsername = getKnownUsername(useHistoryState<unknown>());
  const form = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { username: knownUsername, password: '' },
  });
  const { setFocus } = form;
  const firstField = knownUsername === '' ? 'username' : 'password';
  useEffect(() => {
    if (signIn.isIdle) setFocus(firstField);
  }, [setFocus, firstField, signIn.isIdle]);

  if (signIn.error && isSecondFactorDue(signIn.error))
    return <CodeForm message={getErrorMessage(signIn.error)} onCancel={() => signIn.reset()} />;
  return (
    <Form form={form} errors="above" onSubmit={(values) => signIn.mutate(values)}>
      <div className="flex flex-col gap-4">
        <UsernameField {...form.register('username')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.register('password')} />
        <Button type="submit" variant="primary" busy={signIn.isPending}>
          Sign In
        </Button>
      </div>
    </Form>
  );
}

/** Returns the username or address that the page before passed in the history state; addresses stay out of URLs. */
function getKnownUsername(state: unknown): string {
  const known = (state as { username?: unknown } | null)?.username; // the state of any page, or none
  return typeof known === 'string' ? known : '';
}
