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
  onChange: ((access: CellAccess | null) => Promise<void>) | undefined;
  /** Explains which permission decides. */
  onWhy: () => void;
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

const CELL_STYLES = 'h-control-small rounded-md px-1';
const SELECT_STYLES = 'w-[calc(100%-1.75rem)] truncate border border-line bg-surface text-left align-middle';

/** The level and the rights of a cell. Inherited ones are shown in gray, as they come from above. */
export function LevelSelect(props: LevelSelectProps) {
  const { label, kind, access, isInherited, hasChoices, onChange, onWhy } = props;
  /** Shown until it is saved: the arrow keys go on from it. */
  const [chosen, setChosen] = useState<{ value: string } | null>(null);
  const [use, setUse] = useState<'none' | 'pointed' | 'focused'>('none');
  // Members change a file with the right on its folder.
  const shown = optionOf(kind === 'file' ? { ...access, mayAdd: false, mayManage: false } : access);
  const tone = isInherited ? 'text-ink-muted' : 'font-medium';
  if (!onChange) return <ReadOnlyLevel {...{ label, tone, onWhy }} level={shown.label} />;
  const text = isInherited ? `${shown.label} (inherited)` : shown.label;
  const handlers = {
    onPointerEnter: () => setUse((before) => (before === 'none' ? 'pointed' : before)),
    onFocus: () => setUse((before) => (before === 'none' ? 'focused' : before)),
  };
  // A fraction of what the browser needs for a select.
  if (use === 'none' && !hasChoices)
    return (
      <button
        type="button"
        data-cell
        aria-label={`${label}: ${text}`}
        {...handlers}
        // Before the click of a finger, which then opens the choices.
        onPointerDown={handlers.onPointerEnter}
        className={clsx(CELL_STYLES, SELECT_STYLES, tone, 'max-sm:w-full')}
      >
        {shown.label}
        {isInherited && <span className="max-sm:hidden"> (inherited)</span>}
      </button>
    );
  const options = accessOptions(kind);
  const choose = async (value: string) => {
    setChosen({ value });
    await onChange(options.find((option) => option.value === value) ?? null);
    // Unless another level was chosen meanwhile.
    setChosen((last) => (last?.value === value ? null : last));
  };
  return (
    <>
      <select
        aria-label={label}
        data-cell
        value={chosen?.value ?? (isInherited ? '' : shown.value)}
        ref={use === 'focused' && !hasChoices ? focusOnMount : undefined}
        {...handlers}
        onChange={({ target }) => void choose(target.value)}
        className={clsx(CELL_STYLES, SELECT_STYLES, tone)}
      >
        <option value="">{isInherited ? text : 'Inherit'}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {use !== 'none' && <WhyButton {...{ label, onWhy }} />}
    </>
  );
}

interface ReadOnlyLevelProps extends Pick<LevelSelectProps, 'label' | 'onWhy'> {
  level: string;
  tone: string;
}

function ReadOnlyLevel({ label, level, tone, onWhy }: ReadOnlyLevelProps) {
  return (
    <button
      type="button"
      data-cell
      aria-label={`${label}: ${level}. Why?`}
      onClick={onWhy}
      className={clsx(CELL_STYLES, tone, 'hover:bg-sunken')}
    >
      {level}
    </button>
  );
}

function WhyButton({ label, onWhy }: Pick<LevelSelectProps, 'label' | 'onWhy'>) {
  return (
    <button
      type="button"
      aria-label={`Why: ${label}`}
      data-tooltip="Why?"
      onClick={onWhy}
      className="ml-1 inline-grid size-6 place-items-center rounded-md align-middle text-ink-muted hover:bg-sunken"
    >
      <CircleHelp size={14} />
    </button>
  );
}
