import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { registration } from '#shared/contracts/session.ts';
import { PASSWORDS_DIFFER } from '#shared/domain/messages.ts';
import { showFieldErrors } from '#web/features/errors/show-form-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useRegister } from './api.ts';
import { UsernameField } from './username-field.tsx';

/** Validates the registration form like the server, plus the repeated password. */
export const registrationSchema = registration
  .omit({ isAdmin: true })
  .extend({ confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });

export function RegisterForm() {
  const register = useRegister();
  const form = useForm({
    resolver: zodResolver(registrationSchema),
    defaultValues: { username: '', email: '', password: '', confirmPassword: '' },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('username'), [setFocus]);

  return (
    <Form
      form={form}
      errors="above"
      onSubmit={({ username, email, password }) =>
        register.mutate({ username, email, password }, { onError: (error) => showFieldErrors(form, error) })
      }
    >
      <div className="flex flex-col gap-4">
        <UsernameField {...form.register('username')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.register('email')} />
        <PasswordField label="Password" autoComplete="new-password" {...form.register('password')} />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <Button type="submit" variant="primary" busy={register.isPending}>
          Create Account
        </Button>
      </div>
    </Form>
  );
}
