import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Terms, TermsWithText } from '#shared/contracts/links/terms.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useChangeTerms, useCreateTerms, useTermsText } from './api.ts';
import { TermsForm } from './terms-form.tsx';
import { changedContent, type TermsValues, termsSchema, toContent } from './terms-schema.ts';

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
      title={terms ? 'Edit Terms' : 'Create Terms'}
      description={
        terms
          ? 'A changed text or document becomes a new version: everybody in a link with these terms accepts it before continuing.'
          : 'Visitors read and accept them before a link opens.'
      }
    >
      {terms ? <EditForm id={terms.id} onClose={onClose} /> : <CreateForm onClose={onClose} />}
    </Dialog>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const create = useCreateTerms();
  const form = useForm<TermsValues>({
    resolver: zodResolver(termsSchema(undefined)),
    defaultValues: { name: '', kind: 'text', text: '', file: null },
  });
  const save = (values: TermsValues) => {
    const content = toContent(values);
    if (!content) return;
    create.mutate(
      { name: values.name, content },
      {
        onSuccess: () => finish('Terms created', values.name, onClose),
        onError: (error) => showFormError(form, NOT_SAVED, error),
      },
    );
  };
  return (
    <TermsForm form={form} onSave={save} onCancel={onClose} busy={create.isPending} label="Create Terms" />
  );
}

function EditForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useTermsText(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <FormSkeleton />;
  return <ChangeForm terms={data} onClose={onClose} />;
}

function ChangeForm({ terms, onClose }: { terms: TermsWithText; onClose: () => void }) {
  const change = useChangeTerms();
  const isDocument = terms.current.document !== null;
  const form = useForm<TermsValues>({
    resolver: zodResolver(termsSchema(terms)),
    defaultValues: {
      name: terms.name,
      kind: isDocument ? 'document' : 'text',
      text: isDocument ? '' : terms.text,
      file: null,
    },
  });
  const save = (values: TermsValues) => {
    const content = changedContent(values, terms);
    change.mutate(
      { id: terms.id, ...(values.name !== terms.name && { name: values.name }), ...(content && { content }) },
      {
        onSuccess: () => finish('Terms saved', values.name, onClose),
        onError: (error) => showFormError(form, NOT_SAVED, error),
      },
    );
  };
  return (
    <TermsForm
      form={form}
      terms={terms}
      onSave={save}
      onCancel={onClose}
      busy={change.isPending}
      label="Save Changes"
    />
  );
}

function finish(title: string, description: string, onClose: () => void): void {
  toast({ title, description, variant: 'success' });
  onClose();
}
