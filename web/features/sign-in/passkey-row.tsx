import { zodResolver } from '@hookform/resolvers/zod';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Passkey, passkeyNameFields } from '#shared/contracts/sign-in/passkeys.ts';
import { formatDate, formatDateTime } from '#shared/domain/format.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useRemovePasskey, useRenamePasskey } from './passkeys-api.ts';

/** Shows a passkey, renames and removes it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const remove = useRemovePasskey();
  const { id, name, createdAt, lastUsedAt, isDisabled } = passkey;
  if (isRenaming) return <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />;
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <Fingerprint size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words">{name}</span>
          {isDisabled && <Badge tone="danger">Disabled</Badge>}
        </p>
        <p className="text-ink-muted text-xs">
          Added {formatDate(createdAt)} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`}
        </p>
        {isDisabled && (
          <p className="text-danger-ink text-xs">It may have been copied. Remove it and add a new one.</p>
        )}
        {remove.error && <p className="text-danger-ink text-xs">{getErrorMessage(remove.error)}</p>}
      </div>
      <div className="flex gap-2">
        {!isDisabled && (
          <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
            Rename
          </Button>
        )}
        <Button
          size="small"
          busy={remove.isPending}
          aria-label={`Remove ${name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove Passkey"
        description={`“${name}” no longer signs you in. Delete it on the device too.`}
        confirmLabel="Remove"
        onConfirm={() => {
          setAsking(false);
          remove.mutate(id);
        }}
        busy={false}
      />
    </li>
  );
}

function RenameForm({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const rename = useRenamePasskey();
  const form = useForm({ resolver: zodResolver(passkeyNameFields), defaultValues: { name } });
  const { setFocus } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  return (
    <li className="py-3">
      <Form
        form={form}
        onSubmit={(fields) =>
          rename.mutate(
            { id, ...fields },
            {
              onSuccess: onDone,
              onError: (error) => form.setError('root', { message: getErrorMessage(error) }),
            },
          )
        }
      >
        <TextField label="Name of the passkey" {...form.register('name')} />
        <div className="mt-3 flex gap-2">
          <Button type="submit" variant="primary" size="small" busy={rename.isPending}>
            Save
          </Button>
          <Button size="small" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </li>
  );
}
