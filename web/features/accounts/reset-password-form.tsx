import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { resetFields } from '#shared/contracts/profile.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useResetPassword } from './account-links-api.ts';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword();
  const [, navigate] = useLocation();
  const form = useForm({
    resolver: zodResolver(resetFields),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  return (
    <Form
      form={form}
      onSubmit={(values) =>
        reset.mutate(
          { ...values, token },
          {
            onSuccess: () => {
              navigate('/auth', { replace: true });
              toast({
                title: 'Password changed',
                description: 'Sign in with your new password.',
                variant: 'success',
              });
            },
            onError: (error) => showFormError(form, 'Failed to set password', error),
          },
        )
      }
    >
      <div className="flex flex-col gap-4">
        <PasswordField label="New password" autoComplete="new-password" {...form.register('newPassword')} />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <Button type="submit" variant="primary" busy={reset.isPending}>
          Change Password
        </Button>
      </div>
    </Form>
  );
}
