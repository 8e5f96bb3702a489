import type { UseFormReturn } from 'react-hook-form';
import type { Link } from '#shared/contracts/links/links.ts';
import { FoldedFields } from '#web/ui/forms/folded-fields.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import type { LinkFormValues } from '../link-schema.ts';
import { LinkPeriodFields } from './link-period-fields.tsx';
import { TermsChoice } from './terms-choice.tsx';
import { WatermarkChoice } from './watermark-choice.tsx';

/** Fields that have a sensible value when they are left alone. */
const FIELDS = [
  'firstDay',
  'lastDay',
  'maxVisits',
  'maxVisitors',
  'rememberDays',
  'termsId',
  'greeting',
] as const;

interface LinkDetailsProps {
  form: UseFormReturn<LinkFormValues>;
  link: Link | undefined;
  canMail: boolean;
}

/** Period, limits, terms and greeting of a link, folded while none of them is set. */
export function LinkDetails({ form, link, canMail }: LinkDetailsProps) {
  const { errors, defaultValues } = form.formState;
  return (
    <FoldedFields
      title="Details"
      summary="Period, limits, terms, watermark, greeting"
      hasError={FIELDS.some((name) => errors[name])}
      startsOpen={FIELDS.some((name) => name !== 'rememberDays' && Boolean(defaultValues?.[name]))}
    >
      <LinkPeriodFields form={form} canMail={canMail} />
      <TermsChoice form={form} present={link?.terms ?? null} />
      <WatermarkChoice form={form} present={link?.watermark ?? null} />
      <TextField label="Greeting" hint="Shown before anything is opened." {...form.register('greeting')} />
    </FoldedFields>
  );
}
