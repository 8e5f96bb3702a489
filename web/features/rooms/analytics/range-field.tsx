import { useState } from 'react';
import { Select } from '#web/ui/forms/select.tsx';
import { lastDays } from './analytics-api.ts';

const RANGES = [7, 14, 30, 90, 365].map((days) => ({ value: String(days), label: `Last ${days} days` }));

/** Returns the days that the user chose, and the field that chooses them. */
export function useRange() {
  const [days, setDays] = useState('90');
  const field = (
    <div className="w-44">
      <Select
        label="Days"
        hideLabel
        options={RANGES}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
    </div>
  );
  return { range: lastDays(Number(days)), field };
}
