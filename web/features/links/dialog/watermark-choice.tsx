import type { UseFormReturn } from 'react-hook-form';
import type { Link } from '#shared/contracts/links/links.ts';
import { WatermarkSelect } from '#web/features/watermarks/watermark-select.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface WatermarkChoiceProps {
  form: UseFormReturn<LinkFormValues>;
  /** The watermark that the link has, which may belong to somebody else. */
  present: Link['watermark'];
}

/** Chooses the watermark that visitors see. */
export function WatermarkChoice({ form, present }: WatermarkChoiceProps) {
  return (
    <WatermarkSelect
      present={present}
      none="Default, where one is required"
      {...form.register('watermarkId')}
    />
  );
}
