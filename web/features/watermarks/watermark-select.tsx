import type { ComponentProps } from 'react';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { useRoomWatermarks, useWatermarks } from './api.ts';

interface WatermarkSelectProps
  extends Pick<
    ComponentProps<typeof Select>,
    'value' | 'onChange' | 'onBlur' | 'name' | 'ref' | 'disabled' | 'busy'
  > {
  label?: string;
  /** The watermark that was chosen before, which may belong to somebody else. */
  present: { readonly id: number; readonly name: string } | null;
  /** A room whose watermarks its managers use too. */
  roomId?: number;
  /** Describes what is drawn without a choice. */
  none: string;
  hint?: string;
}

/** Chooses a watermark; an empty value stands for none. */
export function WatermarkSelect({
  label = 'Watermark',
  present,
  roomId,
  none,
  hint,
  ...select
}: WatermarkSelectProps) {
  const lists = [useWatermarks(), useRoomWatermarks(roomId)];
  const options = new Map(
    [...(present ? [present] : []), ...lists.flatMap(({ data }) => data ?? [])].map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const isEmpty = options.size === 0 && lists[0]?.data !== undefined;
  return (
    <>
      <Select
        label={label}
        hint={isEmpty ? 'Create others in Settings → Watermarks and Terms.' : hint}
        options={[
          { value: '', label: none },
          ...[...options].map(([id, label]) => ({ value: String(id), label })),
        ]}
        {...select}
      />
      <FailedList {...{ lists }} summary="The watermarks could not be loaded" />
    </>
  );
}
