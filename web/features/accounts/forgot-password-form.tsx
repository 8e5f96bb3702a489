import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { requestPasswordReset } from '#shared/contracts/profile.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Outcome } from '#web/ui/feedback/outcome.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useRequestPasswordReset } from './account-links-api.ts';

/** Requests a mail with a link to a new password. The answer is the same whether or not the address has an account. */
export function ForgotPasswordForm() {
  const request = useRequestPasswordReset();
  const form = useForm({
    resolver: zodResolver(requestPasswordReset.body),
    defaultValues: { email: '' },
  });
  if (request.isSuccess)
    return (
      <Outcome>
        If {request.variables.email} belongs to an account, a mail with a link is on its way. The link is
        valid for 30 minutes.
      </Outcome>
    );
  return (
    <Form
      form={form}
      onSubmit={(values) =>
        request.mutate(values, { onError: (error) => showFormError(form, 'Failed to request a link', error) })
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label="Email" type="email" autoComplete="email" {...form.register('email')} />
        <Button type="submit" variant="primary" busy={request.isPending}>
          Send Link
        </Button>
      </div>
    </Form>
  );
}
