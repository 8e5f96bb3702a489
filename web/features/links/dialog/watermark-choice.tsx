import type { UseFormReturn } from 'react-hook-form';
import type { Link } from '#shared/contracts/links/links.ts';
import { useWatermarks } from '#web/features/watermarks/api.ts';
import { Select } from '#web/ui/forms/select.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface WatermarkChoiceProps {
  form: UseFormReturn<LinkFormValues>;
  /** The watermark that the link has, which may belong to somebody else. */
  present: Link['watermark'];
}

/** Chooses the watermark that visitors see. */
export function WatermarkChoice({ form, present }: WatermarkChoiceProps) {
  const { data = [] } = useWatermarks();
  const options = new Map([...(present ? [present] : []), ...data].map(({ id, name }) => [id, name]));
  return (
    <Select
      label="Watermark"
      hint={options.size === 0 ? 'Create others in Settings → Watermarks and terms.' : undefined}
      options={[
        { value: '', label: 'The usual one, where one is required' },
        ...[...options].map(([id, label]) => ({ value: String(id), label })),
      ]}
      {...form.register('watermarkId')}
    />
  );
}
