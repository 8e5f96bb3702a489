import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { formatActionName } from '#web/features/audit/audit-sentence.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { NewSecret } from '#web/ui/overlays/new-secret.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useCreateWebhook } from './api.ts';
import { EVERYTHING, listEvents, toBody, type WebhookFormValues, webhookSchema } from './webhook-schema.ts';

/** Creates a webhook and shows its secret this once. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={secret === null ? 'Create Webhook' : 'Webhook Created'}
      {...(secret === null && { description: 'Events are signed and contain IDs, never file contents.' })}
    >
      {secret === null ? (
        <WebhookForm onCreated={setSecret} onCancel={onClose} />
      ) : (
        <NewSecret
          secret={secret}
          label="Secret"
          noun="Secret"
          warning="Copy the secret now: your program checks signatures with it. It is not shown again."
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

interface WebhookFormProps {
  onCreated: (secret: string) => void;
  onCancel: () => void;
}

function WebhookForm({ onCreated, onCancel }: WebhookFormProps) {
  const create = useCreateWebhook();
  const { isAdmin } = useSignedInUser();
  const actor = useActor();
  const tree = useFolderTree();
  const folders = (tree.data ?? []).filter((folder) => folderPolicy.seeActivity(actor, folder));
  const form = useForm<WebhookFormValues>({
    resolver: zodResolver(webhookSchema),
    defaultValues: { url: '', folder: '', events: ['file.upload', 'file.view', 'file.download'] },
  });
  const save = (values: WebhookFormValues) =>
    create.mutate(toBody(values), { onSuccess: ({ secret }) => onCreated(secret) });
  return (
    <Form form={form} onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField
          label="Address"
          type="url"
          placeholder="https://example.com/hook"
          autoComplete="off"
          {...form.register('url')}
        />
        <Select
          label="Events in"
          hint="Only folders that you own."
          options={[
            { value: '', label: 'Choose a folder' },
            ...(isAdmin ? [{ value: EVERYTHING, label: 'Everything' }] : []),
            ...folders.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.register('folder')}
        />
        <FailedList lists={[tree]} summary={FETCH_ERRORS.folderTree} />
        <EventChoice form={form} />
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

function EventChoice({ form }: { form: UseFormReturn<WebhookFormValues> }) {
  const folder = useWatch({ control: form.control, name: 'folder' });
  const { errors } = useFormState({ control: form.control });
  const problemId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <fieldset
        aria-describedby={errors.events ? problemId : undefined}
        className="max-h-48 overflow-y-auto rounded-md border border-line px-3 py-2"
      >
        <legend className="sr-only">Events</legend>
        {listEvents(folder).map((event) => (
          <Checkbox key={event} label={formatActionName(event)} value={event} {...form.register('events')} />
        ))}
      </fieldset>
      {errors.events?.message !== undefined && (
        <p id={problemId} role="alert" className="text-danger-ink text-xs">
          {errors.events.message}
        </p>
      )}
    </div>
  );
}
