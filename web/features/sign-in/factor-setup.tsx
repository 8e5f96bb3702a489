import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { codeFields } from '#shared/contracts/fields/code-field.ts';
import type { NewFactor } from '#shared/contracts/sign-in/factors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { type useConfirmFactor, useRefreshFactors, useStartFactorSetup } from './factors-api.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorSetupProps {
  /** Belongs to what shows the setup: the codes stay there, also if the list of apps is loaded again meanwhile. */
  confirm: ReturnType<typeof useConfirmFactor>;
}

/** Sets an authenticator app up: QR code, first code, recovery codes. */
export function FactorSetup({ confirm }: FactorSetupProps) {
  const finish = useRefreshFactors();
  const start = useStartFactorSetup();
  const onDone = () => void finish().then(confirm.reset);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (start.data) return <ScanStep factor={start.data} confirm={confirm} />;
  return (
    <div className="flex flex-col items-start gap-3">
      {start.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(start.error)}
        </Notice>
      )}
      <Button busy={start.isPending} onClick={() => start.mutate()}>
        Set Up Authenticator App
      </Button>
    </div>
  );
}

function ScanStep({ factor: { id, secret, uri }, confirm }: FactorSetupProps & { factor: NewFactor }) {
  const form = useForm({ resolver: zodResolver(codeFields), defaultValues: { code: '' } });
  return (
    <Form
      form={form}
      onSubmit={({ code }) =>
        confirm.mutate(
          { id, code },
          { onError: (error) => form.setError('root', { message: getErrorMessage(error) }) },
        )
      }
    >
      <div className="flex flex-col items-start gap-4">
        <p>Scan the QR code with your authenticator app, or enter the key by hand.</p>
        <QrCode content={uri} label="QR code for your authenticator app" />
        <p className="w-full break-all rounded-md bg-sunken p-2 font-mono text-xs">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
        <div className="w-full">
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="The six digits that the app shows now."
            {...form.register('code')}
          />
        </div>
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          Confirm
        </Button>
      </div>
    </Form>
  );
}
