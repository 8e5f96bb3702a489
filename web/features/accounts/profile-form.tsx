import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { profileFields } from '#shared/contracts/profile.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useSignedInUser } from './current-user.ts';
import { useUpdateProfile } from './profile-api.ts';
import { UsernameField } from './username-field.tsx';

export function ProfileForm() {
  const { username, email } = useSignedInUser();
  const updateProfile = useUpdateProfile();
  const form = useForm({ resolver: zodResolver(profileFields), values: { username, email } });
  return (
    <Form
      form={form}
      onSubmit={(values) =>
        updateProfile.mutate(values, {
          onError: (error) => showFormError(form, 'Failed to update profile', error),
        })
      }
    >
      <div className="flex flex-col gap-4">
        <UsernameField {...form.register('username')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.register('email')} />
        <Button type="submit" variant="primary" className="self-start" busy={updateProfile.isPending}>
          Save Changes
        </Button>
      </div>
    </Form>
  );
}
