import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { codeFields } from '#shared/contracts/fields/code-field.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useCompleteSignIn } from './api.ts';

interface CodeFormProps {
  /** The sentence with which the server asks for it. */
  message: string;
  /** Leads back to the password. */
  onCancel: () => void;
}

/** The second step of a sign-in. */
export function CodeForm({ message, onCancel }: CodeFormProps) {
  const hasPasskeys = usePublicSettings()?.passkeySignIn === true;
  const complete = useCompleteSignIn();
  const form = useForm({ resolver: zodResolver(codeFields), defaultValues: { code: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <Form
      form={form}
      errors="above"
      onSubmit={(values) =>
        complete.mutate(values, {
          onError: (error) => {
            form.setError('root', { message: getErrorMessage(error) });
            setFocus('code', { shouldSelect: true });
          },
        })
      }
    >
      <div className="flex flex-col gap-4">
        {hasPasskeys && <p>{message}</p>}
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="Six digits from your authenticator app, or one of your recovery codes."
          {...form.register('code')}
        />
        <Button type="submit" variant="primary" busy={complete.isPending}>
          Sign In
        </Button>
        <Button onClick={onCancel}>Start Again</Button>
      </div>
    </Form>
  );
}
