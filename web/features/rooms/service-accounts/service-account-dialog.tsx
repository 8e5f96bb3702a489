import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { LimitFields } from '#web/features/api-tokens/limit-fields.tsx';
import {
  newTokenValues,
  SCOPE_LABELS,
  type TokenFormValues,
  toBody,
  tokenSchema,
} from '#web/features/api-tokens/token-schema.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useFolders } from '#web/features/folders/api.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { NewSecret } from '#web/ui/overlays/new-secret.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useCreateServiceAccount } from './api.ts';

const SCOPES = [
  { value: 'read', label: SCOPE_LABELS.read },
  { value: 'write', label: SCOPE_LABELS.write },
];

/** Creates a service account of a room and shows its token this once. */
export function ServiceAccountDialog({ roomId, onClose }: { roomId: number; onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={token === null ? 'Create Service Account' : 'Service Account Created'}
      {...(token === null && {
        description: 'A program of this room, with the rights of an editor at most.',
      })}
    >
      {token === null ? (
        <AccountForm roomId={roomId} onCreated={setToken} onCancel={onClose} />
      ) : (
        <NewServiceToken token={token} onDone={onClose} />
      )}
    </Dialog>
  );
}

/** The content of a dialog that shows the token of a service account. */
export function NewServiceToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <NewSecret
      secret={token}
      label="API token"
      noun="Token"
      warning="Copy the token now and keep it like a password. It is not shown again."
      onDone={onDone}
    />
  );
}

interface AccountFormProps {
  roomId: number;
  onCreated: (token: string) => void;
  onCancel: () => void;
}

function AccountForm({ roomId, onCreated, onCancel }: AccountFormProps) {
  const create = useCreateServiceAccount(roomId);
  const form = useForm<TokenFormValues>({
    resolver: zodResolver(tokenSchema),
    defaultValues: newTokenValues(Date.now()),
  });
  const reach = useWatch({ control: form.control, name: 'reach' });
  function save(values: TokenFormValues) {
    const { agentName: _, scope, ...body } = toBody(values);
    create.mutate(
      { ...body, scope: scope === 'write' ? 'write' : 'read' },
      { onSuccess: ({ token }) => onCreated(token) },
    );
  }
  return (
    <Form form={form} keptAs="service-account" onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          hint="The audit log shows it."
          autoComplete="off"
          {...form.register('name')}
        />
        <Select label="Access" options={SCOPES} {...form.register('scope')} />
        <Select
          label="Applies to"
          options={[
            { value: 'everything', label: 'The whole room' },
            { value: 'folders', label: 'Certain folders' },
          ]}
          {...form.register('reach')}
        />
        {reach === 'folders' && <FolderChoice roomId={roomId} form={form} />}
        <LimitFields lastDay={form.register('lastDay')} addressRanges={form.register('addressRanges')} />
      </div>
      <SaveActions
        label="Create"
        busy={create.isPending}
        onCancel={onCancel}
        problem={create.error ? getErrorMessage(create.error) : undefined}
      />
    </Form>
  );
}

/** Offers the topmost folders of the room. */
function FolderChoice({ roomId, form }: { roomId: number; form: UseFormReturn<TokenFormValues> }) {
  const { data, error, refetch } = useFolders(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16" />;
  if (data.length === 0) return <p className="text-ink-muted">This room has no folders yet.</p>;
  return (
    <fieldset className="max-h-48 overflow-y-auto rounded-md border border-line px-3 py-2">
      <legend className="sr-only">Folders</legend>
      {data.map(({ id, name }) => (
        <Checkbox key={id} label={name} value={String(id)} {...form.register('folderIds')} />
      ))}
    </fieldset>
  );
}
