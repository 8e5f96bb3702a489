import { clsx } from 'clsx';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { accessOptions, type CellAccess, optionOf } from './cell-access.ts';

interface LevelSelectProps {
  label: string;
  kind: PermissionRow['kind'];
  access: CellAccess;
  isInherited: boolean;
  /** Absent for those who only read the grid; `null` inherits. */
  onChange: ((access: CellAccess | null) => void) | undefined;
}

/** The level and the rights of a cell. Inherited ones are shown in gray, as they come from above. */
export function LevelSelect({ label, kind, access, isInherited, onChange }: LevelSelectProps) {
  // Members change a file with the right on its folder.
  const shown = optionOf(kind === 'file' ? { ...access, mayAdd: false, mayManage: false } : access);
  if (!onChange) return <span className={isInherited ? 'text-ink-muted' : 'font-medium'}>{shown.label}</span>;
  const options = accessOptions(kind);
  return (
    <select
      aria-label={label}
      data-cell
      value={isInherited ? '' : shown.value}
      onChange={({ target }) => onChange(options.find(({ value }) => value === target.value) ?? null)}
      className={clsx(
        'h-control-small rounded-md border border-line bg-surface px-1',
        isInherited ? 'text-ink-muted' : 'font-medium',
      )}
    >
      <option value="">{isInherited ? `${shown.label} (inherited)` : 'Inherit'}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
