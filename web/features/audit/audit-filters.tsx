import { type ReactNode, useState } from 'react';
import { AUDIT_ACTIONS } from '#shared/domain/audit-actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { formatActionName } from './audit-sentence.ts';

/** Filters of the audit log; empty strings do not filter. Dates are in the user's time zone. */
export interface AuditFilterValues {
  actor: string;
  action: string;
  result: string;
  from: string;
  to: string;
  roomId: string;
}

export const EMPTY_FILTERS: AuditFilterValues = {
  actor: '',
  action: '',
  result: '',
  from: '',
  to: '',
  roomId: '',
};

/**
 * Returns the start of a day, or of one that many days later, in the browser's time zone, whose days have 23 or 25 hours when
 * clocks change. A field that is empty or holds no date filters nothing.
 */
function startOfDay(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return Number.isNaN(start.getTime()) ? '' : start.toISOString();
}

/** Converts the filters to query parameters, from the start of the first day to the end of the last. */
export function toAuditQuery({
  actor,
  action,
  result,
  from,
  to,
  roomId,
}: AuditFilterValues): Record<string, string> {
  const query = {
    actor: actor.trim(),
    action,
    result,
    roomId,
    from: startOfDay(from),
    to: startOfDay(to, 1),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

const ANY_OPTION = { value: '', label: 'Any' };
const RESULT_OPTIONS = [ANY_OPTION, { value: 'done', label: 'Done' }, { value: 'refused', label: 'Denied' }];
const ACTION_OPTIONS = [
  ANY_OPTION,
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: formatActionName(action) })),
];

interface AuditFiltersProps {
  values: AuditFilterValues;
  onChange: (chosen: AuditFilterValues) => void;
  hasResult?: boolean;
  /** Leaves the person out. */
  hidesPersons?: boolean;
  /** Further filters. */
  children?: ReactNode;
}

export function AuditFilters({
  values,
  onChange,
  hasResult = false,
  hidesPersons = false,
  children,
}: AuditFiltersProps) {
  const [actor, setActor] = useState(values.actor);
  const set = (name: keyof AuditFilterValues) => (event: { target: { value: string } }) =>
    onChange({ ...values, [name]: event.target.value });
  return (
    <CheckedForm
      onSubmit={() => onChange({ ...values, actor })}
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-6"
    >
      {!hidesPersons && (
        <TextField
          label="Who"
          type="search"
          placeholder="Name or email"
          autoComplete="off"
          value={actor}
          onChange={({ target }) => setActor(target.value)}
          onBlur={() => actor !== values.actor && onChange({ ...values, actor })}
        />
      )}
      <Select label="Action" options={ACTION_OPTIONS} value={values.action} onChange={set('action')} />
      {hasResult && (
        <Select label="Result" options={RESULT_OPTIONS} value={values.result} onChange={set('result')} />
      )}
      {children}
      <TextField label="From" name="from" type="date" value={values.from} onChange={set('from')} />
      <TextField label="To" name="to" type="date" value={values.to} onChange={set('to')} />
      <Button
        onClick={() => {
          setActor('');
          onChange(EMPTY_FILTERS);
        }}
      >
        Clear
      </Button>
    </CheckedForm>
  );
}
