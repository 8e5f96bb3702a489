import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface IdentificationProps {
  form: UseFormReturn<LinkFormValues>;
  canMail: boolean;
  canSkip: boolean;
}

/** Chooses how visitors say who they are; says why a code is not offered. */
export function Identification({ form, canMail, canSkip }: IdentificationProps) {
  const chosen = useWatch({ control: form.control, name: 'identification' });
  return (
    <>
      <Select
        label="Visitors confirm"
        hint={canMail ? undefined : 'This server sends no email, so visitors cannot be asked for a code.'}
        options={[
          ...(canMail || chosen === 'code'
            ? [{ value: 'code', label: 'Their email address, with a code' }]
            : []),
          { value: 'email', label: 'Their email address, unverified' },
          ...(canSkip || chosen === 'none' ? [{ value: 'none', label: 'Nothing' }] : []),
        ]}
        {...form.register('identification')}
      />
      {chosen === 'code' && (
        <>
          <TextField
            label="Allowed addresses and domains"
            hint="Separated by commas, such as dana@example.com, example.org. Leave blank to allow all."
            {...form.register('allowed')}
          />
          <TextField
            label="Blocked addresses and domains"
            hint="A domain includes its subdomains."
            {...form.register('blocked')}
          />
        </>
      )}
    </>
  );
}
