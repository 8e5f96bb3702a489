import { type FormEvent, useState } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { accessOptions, type CellAccess } from './cell-access.ts';

interface SetRowsProps {
  groups: readonly Group[];
  rows: readonly PermissionRow[];
  isBusy: boolean;
  /** `null` inherits. */
  onSet: (groupIds: readonly number[], access: CellAccess | null) => unknown;
  onClear: () => void;
}

const ALL = 'all';
const INHERIT = { value: '', label: 'Inherit' };

/** Sets one level for a group, or for all, in all chosen rows at once. */
export function SetRows({ groups, rows, isBusy, onSet, onClear }: SetRowsProps) {
  const [group, setGroup] = useState(ALL);
  const [level, setLevel] = useState('view');
  const options = accessOptions(rows.some(({ kind }) => kind === 'folder') ? 'folder' : 'file');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const ids = groups.map(({ id }) => id).filter((id) => group === ALL || String(id) === group);
    onSet(ids, options.find(({ value }) => value === level) ?? null);
  };
  return (
    <form
      aria-label="Chosen rows"
      onSubmit={onSubmit}
      className="bottom-3 z-20 flex [@media(min-height:24rem)]:sticky flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 shadow-popup"
    >
      <span role="status" className="mr-2 font-medium">
        {rows.length.toLocaleString('en')} selected
      </span>
      <Select
        label="Group to set"
        hideLabel
        value={group}
        onChange={({ target }) => setGroup(target.value)}
        options={[
          { value: ALL, label: 'All groups' },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Select
        label="Level to set"
        hideLabel
        value={level}
        onChange={({ target }) => setLevel(target.value)}
        options={[INHERIT, ...options]}
      />
      <Button type="submit" variant="primary" busy={isBusy}>
        Set Level
      </Button>
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </form>
  );
}
