import { clsx } from 'clsx';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { accessOptions, type CellAccess, optionOf } from './cell-access.ts';

interface LevelSelectProps {
  label: string;
  kind: PermissionRow['kind'];
  access: CellAccess;
  isInherited: boolean;
  /** Otherwise its choices are rendered when it is pointed at or focused, as *Why?* always is. */
  hasChoices: boolean;
  /** Absent for those who only read the grid; `null` inherits. */
  onChange: ((access: CellAccess | null) => void) | undefined;
  /** Explains which permission decides. */
  onWhy: () => void;
}

/** The level and the rights of a cell. Inherited ones are shown in gray, as they come from above. */
export function LevelSelect({
  label,
  kind,
  access,
  isInherited,
  hasChoices,
  onChange,
  onWhy,
}: LevelSelectProps) {
  const [isUsed, setUsed] = useState(false);
  // Members change a file with the right on its folder.
  const shown = optionOf(kind === 'file' ? { ...access, mayAdd: false, mayManage: false } : access);
  if (!onChange)
    return (
      <button
        type="button"
        data-cell
        aria-label={`${label}: ${shown.label}. Why?`}
        onClick={onWhy}
        className={clsx(
          'h-control-small rounded-md px-1 hover:bg-sunken',
          isInherited ? 'text-ink-muted' : 'font-medium',
        )}
      >
        {shown.label}
      </button>
    );
  const options = accessOptions(kind);
  const onUse = isUsed ? undefined : () => setUsed(true);
  const hasAll = hasChoices || isUsed;
  const offered = hasAll ? options : isInherited ? [] : [shown];
  return (
    <>
      <select
        aria-label={label}
        data-cell
        value={isInherited ? '' : shown.value}
        onPointerEnter={onUse}
        onPointerDown={onUse}
        onFocus={onUse}
        onChange={({ target }) => onChange(options.find(({ value }) => value === target.value) ?? null)}
        className={clsx(
          'h-control-small w-[calc(100%-1.75rem)] text-ellipsis align-middle rounded-md border border-line bg-surface px-1',
          isInherited ? 'text-ink-muted' : 'font-medium',
        )}
      >
        {(hasAll || isInherited) && (
          <option value="">{isInherited ? `${shown.label} (inherited)` : 'Inherit'}</option>
        )}
        {offered.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isUsed && (
        <button
          type="button"
          aria-label={`Why: ${label}`}
          data-tooltip="Why?"
          onClick={onWhy}
          className="ml-1 inline-grid size-6 place-items-center rounded-md align-middle text-ink-muted hover:bg-sunken"
        >
          <CircleHelp size={14} />
        </button>
      )}
    </>
  );
}
