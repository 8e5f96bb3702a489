import { type FormEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { START_AFTER_END } from '#shared/domain/messages.ts';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { LAST_DAYS, type Period, readPeriod, resolvePeriod, writePeriod } from './period.ts';

const OPTIONS = [
  ...LAST_DAYS.map((days) => ({ value: String(days), label: `Last ${days} days` })),
  { value: 'all', label: 'Since the room was created' },
  { value: 'dates', label: 'From one date to another' },
];

/** Returns the days that the address of a page of a room names, and the field that chooses others. */
export function usePeriod({ createdAt, settings }: Pick<RoomWithSettings, 'createdAt' | 'settings'>) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const period = readPeriod(search);
  const range = resolvePeriod(period, { createdAt, timeZone: settings.analytics.timeZone }, Date.now());
  const choose = (next: Period) => navigate(`${path}?${writePeriod(search, next)}`, { replace: true });
  return { range, field: <PeriodField {...{ period, range }} onChoose={choose} /> };
}

interface PeriodFieldProps {
  period: Period;
  range: DayRange;
  onChoose: (period: Period) => void;
}

function PeriodField({ period, range, onChoose }: PeriodFieldProps) {
  const choose = (value: string) => {
    if (value === 'dates') onChoose({ kind: 'dates', ...range });
    else if (value === 'all') onChoose({ kind: 'all' });
    else onChoose({ kind: 'last', days: Number(value) });
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="w-60">
        <Select
          label="Days"
          hideLabel
          options={OPTIONS}
          value={period.kind === 'last' ? String(period.days) : period.kind}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
      {period.kind === 'dates' && (
        <DateFields
          key={`${period.from} ${period.to}`}
          range={period}
          onChoose={(dates) => onChoose({ kind: 'dates', ...dates })}
        />
      )}
    </div>
  );
}

interface DateFieldsProps {
  range: DayRange;
  onChoose: (range: DayRange) => void;
}

/** Takes two dates, which count once both are entered: the figures do not follow a date that is being typed. */
function DateFields({ range, onChoose }: DateFieldsProps) {
  const [{ from, to }, setDates] = useState(range);
  const [isReversed, setReversed] = useState(false);
  const set = (name: 'from' | 'to') => (event: { target: { value: string } }) => {
    setReversed(false);
    setDates({ from, to, [name]: event.target.value });
  };
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setReversed(from > to);
    if (from <= to) onChoose({ from, to });
  }
  return (
    <CheckedForm onSubmit={onSubmit} className="flex flex-wrap items-start gap-2">
      <TextField
        label="From"
        hideLabel
        name="from"
        type="date"
        required
        value={from}
        onChange={set('from')}
      />
      <span className="flex h-control items-center text-ink-muted">to</span>
      <TextField label="To" hideLabel name="to" type="date" required value={to} onChange={set('to')} />
      <Button type="submit">Show</Button>
      {isReversed && (
        <p role="alert" className="flex min-h-control items-center text-danger-ink text-sm">
          {START_AFTER_END}
        </p>
      )}
    </CheckedForm>
  );
}
