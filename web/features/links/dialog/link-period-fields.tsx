import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface LinkPeriodFieldsProps {
  form: UseFormReturn<LinkFormValues>;
  canMail: boolean;
}

/** Chooses when and how often a link may be entered, and whether the owner gets a mail about it. */
export function LinkPeriodFields({ form, canMail }: LinkPeriodFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First day"
          type="date"
          hint="Leave blank to open it now."
          {...form.register('firstDay')}
        />
        <TextField
          label="Last day"
          type="date"
          hint="Leave blank for no end."
          {...form.register('lastDay')}
        />
        <TextField
          label="Maximum visits"
          inputMode="numeric"
          autoComplete="off"
          hint="By everyone together."
          {...form.register('maxVisits')}
        />
        <TextField
          label="Maximum people"
          inputMode="numeric"
          autoComplete="off"
          hint="Earlier visitors can come back."
          {...form.register('maxVisitors')}
        />
        <TextField
          label="Remember browsers for"
          inputMode="numeric"
          autoComplete="off"
          hint="Days without asking again. 0 asks at each visit."
          {...form.register('rememberDays')}
        />
      </div>
      {canMail && <Checkbox label="Email me when somebody new enters" {...form.register('alertOwner')} />}
    </>
  );
}
