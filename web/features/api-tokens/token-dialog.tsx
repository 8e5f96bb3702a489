import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { NewSecret } from '#web/ui/overlays/new-secret.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useCreateToken } from './api.ts';
import { LimitFields } from './limit-fields.tsx';
import { newTokenValues, SCOPE_LABELS, type TokenFormValues, toBody, tokenSchema } from './token-schema.ts';

/** Creates an API token and shows it this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={token === null ? 'Create API Token' : 'API Token Created'}
      {...(token === null && { description: 'Programs with this token act for you, within these limits.' })}
    >
      {token === null ? (
        <TokenForm onCreated={setToken} onCancel={onClose} />
      ) : (
        <NewSecret
          secret={token}
          label="API token"
          noun="Token"
          warning="Copy the token now and keep it like a password. It is not shown again."
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

function TokenForm({ onCreated, onCancel }: { onCreated: (token: string) => void; onCancel: () => void }) {
  const create = useCreateToken();
  const { isAdmin } = useSignedInUser();
  const form = useForm<TokenFormValues>({
    resolver: zodResolver(tokenSchema),
    defaultValues: newTokenValues(Date.now()),
  });
  const [scope, reach] = useWatch({ control: form.control, name: ['scope', 'reach'] });
  const scopes = Object.entries(SCOPE_LABELS).filter(([value]) => isAdmin || value !== 'admin');
  const save = (values: TokenFormValues) =>
    create.mutate(toBody(values), { onSuccess: ({ token }) => onCreated(token) });
  return (
    <Form form={form} keptAs="token" onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          hint="A label for your own reference."
          autoComplete="off"
          {...form.register('name')}
        />
        <TextField
          label="Program"
          hint="Shown in the audit log. Leave blank to use the name."
          autoComplete="off"
          {...form.register('agentName')}
        />
        <Select
          label="Access"
          options={scopes.map(([value, label]) => ({ value, label }))}
          {...form.register('scope')}
        />
        {scope !== 'admin' && (
          <Select
            label="Applies to"
            options={[
              {
                value: 'everything',
                label: isAdmin ? 'Everything you own or that is shared with you' : 'Everything you can see',
              },
              { value: 'folders', label: 'Certain folders' },
            ]}
            {...form.register('reach')}
          />
        )}
        {scope !== 'admin' && reach === 'folders' && <FolderChoice form={form} />}
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

/** Offers the topmost folders; a token for a folder covers what is in it. */
function FolderChoice({ form }: { form: UseFormReturn<TokenFormValues> }) {
  const { data, error, refetch } = useFolderTree();
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16" />;
  const topmost = data.filter(({ parentId, accessLevel }) => parentId === null && accessLevel !== 'none');
  if (topmost.length === 0) return <p className="text-ink-muted">You have no folders yet.</p>;
  return (
    <fieldset className="max-h-48 overflow-y-auto rounded-md border border-line px-3 py-2">
      <legend className="sr-only">Folders</legend>
      {topmost.map(({ id, name }) => (
        <Checkbox key={id} label={name} value={String(id)} {...form.register('folderIds')} />
      ))}
    </fieldset>
  );
}
