import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import { profileFields } from '#shared/contracts/profile.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { useStoredForm } from '#web/lib/forms/use-stored-form.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useRequestEmailConfirmation } from '../account-links-api.ts';
import { useSignedInUser } from '../current-user.ts';
import { UsernameField } from '../username-field.tsx';
import { useUpdateProfile } from './profile-api.ts';

export function ProfileForm() {
  const { username, firstName = '', lastName = '', email, emailVerified, hasPassword } = useSignedInUser();
  const updateProfile = useUpdateProfile();
  const stored: z.input<typeof profileFields> = { username, firstName, lastName, email };
  const { form, holdSent } = useStoredForm(stored, zodResolver(profileFields));
  const needsPassword = usePublicSettings()?.emailConfigured === true && form.watch('email') !== email;
  return (
    <Form
      form={form}
      keptAs="profile"
      onSubmit={(values) =>
        updateProfile.mutate(changedSince(stored, values), {
          onSuccess: holdSent(),
          onError: (error) => showFormError(form, 'Failed to update profile', error),
        })
      }
    >
      <div className="flex flex-col gap-4">
        <UsernameField {...form.register('username')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...form.register('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...form.register('lastName')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          readOnly={hasPassword === false}
          hint={hasPassword === false ? 'From your company. An administrator can change it.' : undefined}
          {...form.register('email')}
        />
        {emailVerified === false && <UnverifiedAddress />}
        {needsPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.register('currentPassword', { setValueAs: (typed: string) => typed || undefined })}
          />
        )}
        <Button type="submit" variant="primary" className="self-start" busy={updateProfile.isPending}>
          Save Changes
        </Button>
      </div>
    </Form>
  );
}

/** Offers a mail that confirms the address; without a mail server it only says what is missing. */
function UnverifiedAddress() {
  const request = useRequestEmailConfirmation();
  if (!usePublicSettings()?.emailConfigured)
    return <Notice tone="info">Unverified address. Owners are asked to confirm before they add you.</Notice>;
  return (
    <Notice tone="info">
      Unverified address. Until you confirm it, others can’t share folders with you by this address.{' '}
      <button
        type="button"
        className="font-medium underline"
        aria-busy={request.isPending}
        aria-disabled={request.isPending}
        onClick={() => !request.isPending && request.mutate()}
      >
        Send a Link
      </button>
    </Notice>
  );
}
