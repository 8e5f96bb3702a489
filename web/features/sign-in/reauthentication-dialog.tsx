import { useForm } from 'react-hook-form';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useReauthenticate } from './factors-api.ts';

/** Asks for the password before a dangerous action. */
export function ReauthenticationDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const prove = useReauthenticate();
  const form = useForm({ defaultValues: { password: '' } });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title="Confirm that it is you"
      description="This action needs your password. You are not asked again for ten minutes."
    >
      <Form
        form={form}
        errors="above"
        onSubmit={(values) =>
          prove.mutate(values, {
            onSuccess: () => onClose(true),
            onError: (error) => form.setError('root', { message: getErrorMessage(error) }),
          })
        }
      >
        <PasswordField label="Your password" autoComplete="current-password" {...form.register('password')} />
        <DialogActions>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={prove.isPending}>
            Confirm
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
