import { zodResolver } from '@hookform/resolvers/zod';
import { type MouseEvent, useDeferredValue } from 'react';
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { MailText } from '#shared/contracts/mail/mail-texts.ts';
import {
  FIRST_MAIL_TEXTS,
  type MailTextKind,
  type MailTextPart,
  placeholdersOf,
} from '#shared/domain/mail/mail-texts.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { insertPlaceholder } from './insert-placeholder.ts';
import { mailTextSchema } from './mail-text-schema.ts';
import { type TextOwner, useMailTextPreview, useSaveMailText, type WrittenText } from './mail-texts-api.ts';

interface MailTextDialogProps {
  owner: TextOwner;
  kind: MailTextKind;
  label: string;
  /** The text to change; a new one otherwise. */
  text: MailText | undefined;
  onClose: () => void;
}

/** Writes or changes the text of a kind of mail, with a preview. */
export function MailTextDialog({ owner, kind, label, text, onClose }: MailTextDialogProps) {
  const { subject, body } = text ?? FIRST_MAIL_TEXTS[kind];
  const save = useSaveMailText(owner, kind, text);
  const form = useForm<WrittenText>({
    resolver: zodResolver(mailTextSchema(kind)),
    defaultValues: { subject, body },
  });
  const submit = (values: WrittenText) =>
    save.mutate(values, {
      onSuccess: () => {
        toast({ title: 'Email text saved', description: label, variant: 'success' });
        onClose();
      },
      onError: (error) => showFormError(form, 'The email text could not be saved', error),
    });
  const parts = { form, kind };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Text of ${label}`}
      description="The link, the sender, the reason for the email and the way to unsubscribe are always part of it."
    >
      <Form form={form} keptAs={`mail-text-${kind}`} onSubmit={submit}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <div className="flex flex-col gap-2">
              <TextField label="Subject" autoComplete="off" {...form.register('subject')} />
              <Placeholders {...parts} part="subject" />
            </div>
            <div className="flex flex-col gap-2">
              <TextArea
                label="Text"
                hint="An empty line begins a new paragraph."
                rows={9}
                {...form.register('body')}
              />
              <Placeholders {...parts} part="body" />
            </div>
          </div>
          <Preview {...{ owner, kind }} control={form.control} />
        </div>
        <SaveActions label="Save Text" busy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

interface PlaceholdersProps {
  form: UseFormReturn<WrittenText>;
  kind: MailTextKind;
  part: MailTextPart;
}

/** Buttons that insert a placeholder where the cursor of the field above is. */
function Placeholders({ form, kind, part }: PlaceholdersProps) {
  function insert({ currentTarget }: MouseEvent<HTMLButtonElement>, name: string) {
    const field = currentTarget.form?.elements.namedItem(part);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const { value, cursor } = insertPlaceholder(field, name);
    form.setValue(part, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    field.focus();
    field.setSelectionRange(cursor, cursor);
  }
  const label = part === 'subject' ? 'Placeholders of the subject' : 'Placeholders of the text';
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {placeholdersOf(kind, part).map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Insert {${name}}`}
          onClick={(event) => insert(event, name)}
        >{`{${name}}`}</Button>
      ))}
    </fieldset>
  );
}

interface PreviewProps {
  owner: TextOwner;
  kind: MailTextKind;
  control: Control<WrittenText>;
}

/** Shows the mail as it would be sent, with examples for the values. */
function Preview({ owner, kind, control }: PreviewProps) {
  const written = useDeferredValue(useWatch({ control }));
  const { data: text, error: problem } = mailTextSchema(kind).safeParse(written);
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-1">
      <h3 className="font-medium">Preview</h3>
      {problem ? (
        <p className="text-ink-muted">{problem.issues[0]?.message}</p>
      ) : (
        <Mail {...{ owner, kind, text }} />
      )}
    </section>
  );
}

function Mail({ owner, kind, text }: { owner: TextOwner; kind: MailTextKind; text: WrittenText }) {
  const { data, error } = useMailTextPreview(owner, kind, text);
  if (error)
    return (
      <Notice tone="danger" urgent>
        {getErrorMessage(error)}
      </Notice>
    );
  if (!data) return <Skeleton className="h-64" />;
  return (
    <div className="max-h-112 overflow-y-auto rounded-md border border-line bg-canvas p-3">
      <p className="wrap-anywhere font-semibold">{data.subject}</p>
      <p className="wrap-anywhere mt-2 whitespace-pre-wrap text-sm">{data.text}</p>
    </div>
  );
}
