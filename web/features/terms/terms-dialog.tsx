import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { Terms, TermsWithText } from '#shared/contracts/links/terms.ts';
import { MAX_TERMS_LENGTH, MAX_TERMS_NAME_LENGTH } from '#shared/domain/link-steps.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useChangeTerms, useCreateTerms, useTermsText } from './api.ts';

const termsSchema = z.object({
  name: z.string().trim().min(1, 'Name is required').max(MAX_TERMS_NAME_LENGTH),
  text: z
    .string()
    .trim()
    .min(1, 'Text is required')
    .max(MAX_TERMS_LENGTH, `Use at most ${MAX_TERMS_LENGTH.toLocaleString('en-US')} characters`),
});
type TermsValues = z.infer<typeof termsSchema>;

const NOT_SAVED = 'The terms could not be saved';

interface TermsDialogProps {
  /** The terms to change; new ones otherwise. */
  terms?: Terms;
  onClose: () => void;
}

/** Creates terms, or renames them and publishes a new version. */
export function TermsDialog({ terms, onClose }: TermsDialogProps) {
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={terms ? 'Edit terms' : 'Create terms'}
      description={
        terms
          ? 'A changed text becomes a new version: everybody in a link with these terms accepts it before continuing.'
          : 'Visitors read and accept the text before a link opens.'
      }
    >
      {terms ? <EditForm id={terms.id} onClose={onClose} /> : <CreateForm onClose={onClose} />}
    </Dialog>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const create = useCreateTerms();
  const form = useForm<TermsValues>({
    resolver: zodResolver(termsSchema),
    defaultValues: { name: '', text: '' },
  });
  const save = (values: TermsValues) =>
    create.mutate(values, {
      onSuccess: () => finish('Terms created', values.name, onClose),
      onError: (error) => showFormError(form, NOT_SAVED, error),
    });
  return (
    <TermsForm form={form} onSave={save} onCancel={onClose} busy={create.isPending} label="Create terms" />
  );
}

function EditForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useTermsText(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64" />;
  return <ChangeForm terms={data} onClose={onClose} />;
}

function ChangeForm({ terms, onClose }: { terms: TermsWithText; onClose: () => void }) {
  const change = useChangeTerms();
  const form = useForm<TermsValues>({
    resolver: zodResolver(termsSchema),
    defaultValues: { name: terms.name, text: terms.text },
  });
  const save = ({ name, text }: TermsValues) =>
    change.mutate(
      { id: terms.id, ...(name !== terms.name && { name }), ...(text !== terms.text && { text }) },
      {
        onSuccess: () => finish('Terms saved', name, onClose),
        onError: (error) => showFormError(form, NOT_SAVED, error),
      },
    );
  return (
    <TermsForm form={form} onSave={save} onCancel={onClose} busy={change.isPending} label="Save changes" />
  );
}

function finish(title: string, description: string, onClose: () => void): void {
  toast({ title, description, variant: 'success' });
  onClose();
}

interface TermsFormProps {
  form: UseFormReturn<TermsValues>;
  onSave: (values: TermsValues) => void;
  onCancel: () => void;
  busy: boolean;
  label: string;
}

function TermsForm({ form, onSave, onCancel, busy, label }: TermsFormProps) {
  return (
    <Form form={form} onSubmit={onSave}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" hint="Visitors see it." autoComplete="off" {...form.register('name')} />
        <TextArea label="Text" rows={14} {...form.register('text')} />
      </div>
      <SaveActions label={label} busy={busy} onCancel={onCancel} />
    </Form>
  );
}
