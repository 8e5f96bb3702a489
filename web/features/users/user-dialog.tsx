import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { User } from '#shared/contracts/session.ts';
import { createUser } from '#shared/contracts/users.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { UsernameField } from '#web/features/accounts/username-field.tsx';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useCreateUser, useUpdateUser } from './api.ts';
import { RemoveFactors } from './remove-factors.tsx';

const newUserSchema = createUser.body.extend({ isAdmin: z.boolean() });
/** Keeps the current password when empty. */
const existingUserSchema = newUserSchema.extend({
  password: z.union([z.literal(''), newUserSchema.shape.password]),
});

const NEW_PASSWORD_HINT =
  'Leave blank to keep the current password. A new password signs the user out on all devices and must be changed at the next sign-in.';

type UserFormValues = z.output<typeof existingUserSchema>;

interface UserDialogProps {
  /** Absent when creating a user. */
  user?: User | undefined;
  onClose: () => void;
}

export function UserDialog({ user, onClose }: UserDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={user ? 'Edit User' : 'Add User'}>
      <UserForm {...{ user, onClose }} />
    </Dialog>
  );
}

function UserForm({ user, onClose }: UserDialogProps) {
  const self = useSignedInUser();
  const form = useForm({
    resolver: zodResolver(user ? existingUserSchema : newUserSchema),
    defaultValues: {
      username: user?.username ?? '',
      email: user?.email ?? '',
      password: '',
      isAdmin: user?.isAdmin ?? false,
    },
  });
  const isSelf = user?.id === self.id;
  const { save, isSaving } = useSaveUser(form, { user, isSelf, onClose });

  return (
    <Form form={form} keptAs={`user-${user?.id ?? 'new'}`} onSubmit={save}>
      <div className="flex flex-col gap-4">
        <UsernameField autoComplete="off" {...form.register('username')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          readOnly={isSelf}
          hint={
            isSelf
              ? 'Change your own address in your settings. Without a password of your own, ask another administrator.'
              : undefined
          }
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={user ? NEW_PASSWORD_HINT : undefined}
          {...form.register('password')}
        />
        <Switch
          label="Administrator"
          hint={
            isSelf
              ? 'You can’t remove your own administrator role.'
              : 'Full access to all content, users and settings.'
          }
          disabled={isSelf}
          {...form.register('isAdmin', { disabled: isSelf })}
        />
      </div>
      {user && !isSelf && <RemoveFactors user={user} />}
      <SaveActions label={user ? 'Save Changes' : 'Add User'} busy={isSaving} onCancel={onClose} />
    </Form>
  );
}

/** Creates the account of the form or changes the present one, and closes the dialog once it is saved. */
function useSaveUser(
  form: UseFormReturn<z.input<typeof existingUserSchema>, unknown, UserFormValues>,
  { user, isSelf, onClose }: UserDialogProps & { isSelf: boolean },
) {
  const create = useCreateUser();
  const update = useUpdateUser();
  const save = (values: UserFormValues) => {
    const options = {
      onSuccess: onClose,
      onError: (error: Error) =>
        showFormError(form, user ? 'Error updating user' : 'Error creating user', error),
    };
    if (user) update.mutate({ id: user.id, ...accountChangesOf(user, values, isSelf) }, options);
    else create.mutate(values, options);
  };
  return { save, isSaving: create.isPending || update.isPending };
}

/**
 * Returns what was edited, so that the form undoes nothing that somebody else changed since it was opened. Leaves out an empty
 * password and, for the user's own account, the role.
 */
export function accountChangesOf(
  { username, email, isAdmin: wasAdmin }: Pick<User, 'username' | 'email' | 'isAdmin'>,
  { password, isAdmin, ...names }: UserFormValues,
  isSelf: boolean,
) {
  return {
    ...changedSince({ username, email }, names),
    ...(password !== '' && { password }),
    ...(!isSelf && changedSince({ isAdmin: wasAdmin }, { isAdmin })),
  };
}
