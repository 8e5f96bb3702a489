import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { credentials } from '#shared/contracts/session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSignIn } from './api.ts';
import { UsernameField } from './username-field.tsx';

export function SignInForm() {
  const signIn = useSignIn();
  const form = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { username: '', password: '' },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('username'), [setFocus]);

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
