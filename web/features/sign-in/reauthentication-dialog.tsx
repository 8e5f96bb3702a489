import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useUser } from '#web/features/accounts/current-user.ts';
import { findPasskeyProblem, getPasskeyError } from '#web/features/accounts/sign-in-methods/passkey.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useFactors, useProveWithPasskey, useReauthenticate } from './factors-api.ts';
import { usePasskeys } from './passkeys-api.ts';

interface DialogProps {
  onClose: (isProved: boolean) => void;
}

/** Asks for a proof of identity before a dangerous action: the password, or what else the account has. */
export function ReauthenticationDialog({ onClose }: DialogProps) {
  const [wantsCode, setUsesCode] = useState(false);
  const hasPassword = useUser()?.hasPassword !== false;
  const [factors, passkeys] = [useFactors(), usePasskeys()];
  const hasApp = (factors.data ?? []).length > 0;
  const usesCode = wantsCode || (!hasPassword && hasApp);
  const hasPasskey = (passkeys.data ?? []).some(({ isDisabled }) => !isDisabled);
  const settings = usePublicSettings();
  const canUsePasskey = hasPasskey && settings && findPasskeyProblem(settings.passkeyOrigin) === undefined;
  const company = (!hasPassword && settings?.companySignIn) || undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title="Confirm That It Is You"
      description={`This action needs ${usesCode ? 'your code' : hasPassword ? 'your password' : 'a proof of your identity'}. You are not asked again for ten minutes.`}
    >
      <FailedList
        lists={[factors, passkeys]}
        summary="Other ways to prove your identity could not be loaded"
      />
      {usesCode && <CodeProof onClose={onClose} />}
      {!usesCode && hasPassword && <PasswordProof onClose={onClose} />}
      {(hasApp || canUsePasskey || company !== undefined) && (
        <div className="mt-4 flex flex-wrap gap-2 border-line border-t pt-4">
          {hasApp && hasPassword && (
            <Button onClick={() => setUsesCode(!usesCode)}>
              {usesCode ? 'Use Your Password' : 'Use a Code'}
            </Button>
          )}
          {canUsePasskey && <PasskeyProof onClose={onClose} />}
          {company !== undefined && <Button onClick={signInAgain}>Sign In Again with {company}</Button>}
        </div>
      )}
    </Dialog>
  );
}

/** Leads to the company, which asks again, and back to this page. */
function signInAgain(): void {
  const query = new URLSearchParams({ again: 'true', returnTo: location.pathname + location.search });
  location.assign(`/api/oidc/start?${query}`);
}

function PasswordProof({ onClose }: DialogProps) {
  const prove = useReauthenticate();
  const form = useForm({ defaultValues: { password: '' } });
  return (
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
      <Actions isBusy={prove.isPending} onClose={onClose} />
    </Form>
  );
}

function CodeProof({ onClose }: DialogProps) {
  const prove = useReauthenticate();
  const form = useForm({ defaultValues: { code: '' } });
  return (
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
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits from your authenticator app."
        {...form.register('code')}
      />
      <Actions isBusy={prove.isPending} onClose={onClose} />
    </Form>
  );
}

function Actions({ isBusy, onClose }: DialogProps & { isBusy: boolean }) {
  return (
    <DialogActions>
      <Button onClick={() => onClose(false)}>Cancel</Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        Confirm
      </Button>
    </DialogActions>
  );
}

function PasskeyProof({ onClose }: DialogProps) {
  const prove = useProveWithPasskey();
  return (
    <>
      <Button
        icon={Fingerprint}
        busy={prove.isPending}
        onClick={() => prove.mutate(undefined, { onSuccess: () => onClose(true) })}
      >
        Use a Passkey
      </Button>
      {prove.error && (
        <Notice tone="danger" urgent>
          {getPasskeyError(prove.error)}
        </Notice>
      )}
    </>
  );
}
