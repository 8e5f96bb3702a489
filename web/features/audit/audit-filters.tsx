import { useState } from 'react';
import { AUDIT_ACTIONS } from '#shared/domain/audit-actions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';

/** What the audit screen is narrowed down by; empty texts narrow nothing. Days are the reader's own. */
export interface ChosenFilters {
  actor: string;
  action: string;
  result: string;
  from: string;
  to: string;
}

export const NO_FILTERS: ChosenFilters = { actor: '', action: '', result: '', from: '', to: '' };

const DAY_MS = 24 * 60 * 60 * 1000;

/** As the server takes them: from the beginning of the first day to the end of the last. */
export function queryOf({ actor, action, result, from, to }: ChosenFilters): Record<string, string> {
  const query = {
    actor: actor.trim(),
    action,
    result,
    from: from && new Date(`${from}T00:00:00`).toISOString(),
    to: to && new Date(new Date(`${to}T00:00:00`).getTime() + DAY_MS).toISOString(),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

const ANY = { value: '', label: 'Any' };
const RESULTS = [ANY, { value: 'done', label: 'Done' }, { value: 'refused', label: 'Refused' }];
const ACTIONS = [ANY, ...AUDIT_ACTIONS.map((action) => ({ value: action, label: labelOf(action) }))];

/** `file.allow-download` as people read it. */
export function labelOf(action: string): string {
  const words = action.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface AuditFiltersProps {
  chosen: ChosenFilters;
  onChange: (chosen: ChosenFilters) => void;
}

export function AuditFilters({ chosen, onChange }: AuditFiltersProps) {
  const [actor, setActor] = useState(chosen.actor);
  const set = (name: keyof ChosenFilters) => (event: { target: { value: string } }) =>
    onChange({ ...chosen, [name]: event.target.value });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...chosen, actor });
      }}
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-6"
    >
      <TextField
        label="Who"
        type="search"
        placeholder="Name or email"
        autoComplete="off"
        value={actor}
        onChange={({ target }) => setActor(target.value)}
        onBlur={() => actor !== chosen.actor && onChange({ ...chosen, actor })}
      />
      <Select label="Action" options={ACTIONS} value={chosen.action} onChange={set('action')} />
      <Select label="Result" options={RESULTS} value={chosen.result} onChange={set('result')} />
      <TextField label="From" type="date" value={chosen.from} onChange={set('from')} />
      <TextField label="To" type="date" value={chosen.to} onChange={set('to')} />
      <Button
        onClick={() => {
          setActor('');
          onChange(NO_FILTERS);
        }}
      >
        Clear
      </Button>
    </form>
  );
}
