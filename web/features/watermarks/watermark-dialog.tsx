import { zodResolver } from '@hookform/resolvers/zod';
import { useDeferredValue } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import type { Watermark } from '#shared/contracts/links/watermarks.ts';
import { WATERMARK_COLORS } from '#shared/domain/links/watermarks.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useSaveWatermark, useWatermarkPreview } from './api.ts';
import {
  COLOR_LABELS,
  toFields,
  toFormValues,
  type WatermarkValues,
  watermarkSchema,
} from './watermark-schema.ts';

interface WatermarkDialogProps {
  /** The watermark to change; a new one otherwise. */
  watermark?: Watermark;
  onClose: () => void;
}

/** Creates or changes a watermark, with a preview. */
export function WatermarkDialog({ watermark, onClose }: WatermarkDialogProps) {
  const opened = toFormValues(watermark);
  const save = useSaveWatermark(watermark?.id, toFields(opened));
  const form = useForm<WatermarkValues>({ resolver: zodResolver(watermarkSchema), defaultValues: opened });
  const submit = (values: WatermarkValues) =>
    save.mutate(toFields(values), {
      onSuccess: ({ name }) => {
        toast({ title: 'Watermark saved', description: name, variant: 'success' });
        onClose();
      },
      onError: (error) => showFormError(form, 'The watermark could not be saved', error),
    });
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={watermark ? 'Edit Watermark' : 'Create Watermark'}
      description="Links, groups and rooms that use it draw it over every page and PDF."
    >
      <Form form={form} keptAs={`watermark-${watermark?.id ?? 'new'}`} onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <div className="flex flex-col gap-4">
            <TextField label="Name" hint="Only you see it." autoComplete="off" {...form.register('name')} />
            <TextField
              label="Text"
              hint="Parts: {name} {email} {group} {date} {time} {link} {room} {copy}. The first or the second is required."
              autoComplete="off"
              {...form.register('template')}
            />
            <div className="grid grid-cols-2 gap-4">
              <TextField label="Angle" inputMode="numeric" hint="Degrees" {...form.register('angle')} />
              <Select
                label="Color"
                options={WATERMARK_COLORS.map((value) => ({ value, label: COLOR_LABELS[value] }))}
                {...form.register('color')}
              />
              <TextField label="Size" inputMode="numeric" hint="Percent" {...form.register('size')} />
              <TextField label="Density" inputMode="numeric" hint="Percent" {...form.register('density')} />
            </div>
          </div>
          <Preview control={form.control} />
        </div>
        <SaveActions
          label={watermark ? 'Save Changes' : 'Create Watermark'}
          busy={save.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** Shows the watermark on an empty page while the values are valid. */
function Preview({ control }: { control: Control<WatermarkValues> }) {
  const values = useDeferredValue(useWatch({ control }));
  const { data: parsed } = watermarkSchema.safeParse({ ...values, name: 'Preview' });
  const { name: _, ...design } = parsed ? toFields(parsed) : { name: '' };
  const { data, error } = useWatermarkPreview('template' in design ? design : undefined);
  if (error)
    return (
      <Notice tone="danger" urgent>
        {getErrorMessage(error)}
      </Notice>
    );
  if (!data) return <Skeleton className="h-64" />;
  return (
    <img
      src={data}
      alt="An empty page with the watermark"
      className="max-h-96 w-full rounded-md border border-line object-cover object-top"
    />
  );
}
