import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface LimitFieldsProps {
  lastDay: UseFormRegisterReturn;
  addressRanges: UseFormRegisterReturn;
}

/** Limits a new token to a time and to addresses. */
export function LimitFields({ lastDay, addressRanges }: LimitFieldsProps) {
  return (
    <>
      <TextField label="Last day" type="date" hint="Leave blank for no end." {...lastDay} />
      <TextField
        label="IP addresses"
        hint="Such as 192.0.2.0/24, separated by commas. Leave blank to allow all."
        autoComplete="off"
        {...addressRanges}
      />
    </>
  );
}
