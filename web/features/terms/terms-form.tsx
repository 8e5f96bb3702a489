import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { TermsWithText } from '#shared/contracts/links/terms.ts';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { DocumentChoice } from './document-choice.tsx';
import type { TermsValues } from './terms-schema.ts';

const KINDS = [
  { value: 'text', label: 'Text', hint: 'Plain text that you type or paste.' },
  { value: 'document', label: 'Document', hint: 'A PDF, Word or other document.' },
] as const;

interface TermsFormProps {
  form: UseFormReturn<TermsValues>;
  /** The terms that are changed. */
  terms?: TermsWithText;
  onSave: (values: TermsValues) => void;
  onCancel: () => void;
  busy: boolean;
  label: string;
}

/** Asks for the name of terms, and for their text or document. */
export function TermsForm({ form, terms, onSave, onCancel, busy, label }: TermsFormProps) {
  const { control } = form;
  const kind = useWatch({ control, name: 'kind' });
  return (
    <Form form={form} keptAs={`terms-${terms?.id ?? 'new'}`} onSubmit={onSave}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" hint="Visitors see it." autoComplete="off" {...form.register('name')} />
        <Controller
          control={control}
          name="kind"
          render={({ field: { value, onChange } }) => (
            <ChoiceCards label="Visitors accept" choices={KINDS} {...{ value, onChange }} />
          )}
        />
        {kind === 'text' ? (
          <TextArea label="Text" rows={12} {...form.register('text')} />
        ) : (
          <Controller
            control={control}
            name="file"
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <DocumentChoice
                chosen={value}
                onChoose={onChange}
                {...(error?.message !== undefined && { error: error.message })}
                {...(terms && { terms })}
              />
            )}
          />
        )}
      </div>
      <SaveActions label={label} busy={busy} onCancel={onCancel} />
    </Form>
  );
}
