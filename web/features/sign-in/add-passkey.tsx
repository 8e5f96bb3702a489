import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { passkeyNameFields } from '#shared/contracts/sign-in/passkeys.ts';
import { getPasskeyError } from '#web/features/accounts/sign-in-methods/passkey.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useRefreshFactors } from './factors-api.ts';
import { useAddPasskey } from './passkeys-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Adds a passkey: its name, the dialog of the browser, and the recovery codes if it is the first factor. */
export function AddPasskey() {
  const [isOpen, setOpen] = useState(false);
  const add = useAddPasskey();
  const refresh = useRefreshFactors();
  const close = () => {
    setOpen(false);
    add.reset();
    void refresh();
  };
  if (add.data?.recoveryCodes) return <RecoveryCodes codes={add.data.recoveryCodes} onDone={close} />;
  if (isOpen) return <NameForm add={add} onCancel={() => setOpen(false)} onAdded={close} />;
  return (
    <Button className="self-start" onClick={() => setOpen(true)}>
      Add Passkey
    </Button>
  );
}

interface NameFormProps {
  add: ReturnType<typeof useAddPasskey>;
  onCancel: () => void;
  onAdded: () => void;
}

function NameForm({ add, onCancel, onAdded }: NameFormProps) {
  const form = useForm({
    resolver: zodResolver(passkeyNameFields),
    defaultValues: { name: guessDeviceName(navigator.userAgent) },
  });
  return (
    <Form
      form={form}
      onSubmit={({ name }) =>
        add.mutate(name, {
          onSuccess: ({ recoveryCodes }) => {
            if (!recoveryCodes) onAdded();
          },
          onError: (error) => form.setError('root', { message: getPasskeyError(error) }),
        })
      }
    >
      <TextField
        label="Name"
        hint="So that you recognize it. Then your device asks for your fingerprint, face or PIN."
        {...form.register('name')}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={add.isPending}>
          Continue
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
}

const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** Returns the kind of device that the browser runs on, as a name to begin with. */
const guessDeviceName = (userAgent: string): string =>
  DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
