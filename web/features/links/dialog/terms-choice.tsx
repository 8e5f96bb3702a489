import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Link } from '#shared/contracts/links/links.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useTerms } from '#web/features/terms/api.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface TermsChoiceProps {
  form: UseFormReturn<LinkFormValues>;
  /** The terms that the link asks for, which may belong to somebody else. */
  present: Link['terms'];
}

/** Chooses the terms that visitors accept. */
export function TermsChoice({ form, present }: TermsChoiceProps) {
  const { data = [], error, isLoading, refetch } = useTerms();
  const chosen = useWatch({ control: form.control, name: 'termsId' });
  const options = new Map([...(present ? [present] : []), ...data].map(({ id, name }) => [id, name]));
  return (
    <>
      <Select
        label="Terms to accept"
        hint={
          options.size === 0 && !isLoading && !error
            ? 'Create terms in Settings → Watermarks and Terms.'
            : undefined
        }
        options={[
          { value: '', label: 'None' },
          ...[...options].map(([id, label]) => ({ value: String(id), label })),
        ]}
        {...form.register('termsId')}
      />
      {error && options.size === 0 && <LoadError error={error} onRetry={() => void refetch()} />}
      {chosen !== '' && (
        <Checkbox label="Visitors sign with their typed name" {...form.register('requireSignature')} />
      )}
    </>
  );
}
