import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { passwordFields } from '#shared/contracts/profile.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useSignedInUser } from './current-user.ts';
import { useUpdatePassword } from './profile/profile-api.ts';

const EMPTY_VALUES = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordForm() {
  const { username } = useSignedInUser();
  const updatePassword = useUpdatePassword();
  const minLength = usePublicSettings()?.passwordMinLength;
  const form = useForm({ resolver: zodResolver(passwordFields), defaultValues: EMPTY_VALUES });
  return (
    <Form
      form={form}
      onSubmit={(values) =>
        updatePassword.mutate(values, {
          onSuccess: () => form.reset(EMPTY_VALUES),
          onError: (error) => showFormError(form, 'Failed to update password', error),
        })
      }
    >
      <div className="flex flex-col gap-4">
        {/* Tells password managers whose password changes. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.register('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={minLength === undefined ? undefined : `At least ${minLength} characters.`}
          {...form.register('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <Button type="submit" variant="primary" className="self-start" busy={updatePassword.isPending}>
          Change Password
        </Button>
      </div>
    </Form>
  );
}
