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
  /** There is no space for a button beside the level. */
  isNarrow: boolean;
  /** Absent for those who only read the grid; `null` inherits. */
  onChange: ((access: CellAccess | null) => Promise<void>) | undefined;
  /** Explains which permission decides. */
  onWhy: () => void;
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

const CELL_STYLES = 'h-control-small rounded-md px-1';
const SELECT_STYLES = 'w-[calc(100%-1.75rem)] truncate border border-line bg-surface text-left align-middle';

/** The value of the choice that explains the level where there is no space for a button. */
const WHY = 'why';

/** The level and the rights of a cell. Inherited ones are shown in gray, as they come from above. */
export function LevelSelect(props: LevelSelectProps) {
  const { label, kind, access, isInherited, hasChoices, onChange, onWhy } = props;
  const [use, setUse] = useState<'none' | 'pointed' | 'focused'>('none');
  // Members change a file with the right on its folder.
  const shown = optionOf(kind === 'file' ? { ...access, mayAdd: false, mayManage: false } : access);
  const tone = isInherited ? 'text-ink-muted' : 'font-medium';
  if (!onChange) return <ReadOnlyLevel {...{ label, tone, onWhy }} level={shown.label} />;
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
        aria-label={`${label}: ${describe(shown, isInherited)}`}
        {...handlers}
        // Before the click of a finger, which then opens the choices.
        onPointerDown={handlers.onPointerEnter}
        className={clsx(CELL_STYLES, SELECT_STYLES, tone, 'max-sm:w-full')}
      >
        {shown.label}
        {isInherited && <span className="max-sm:hidden"> (inherited)</span>}
      </button>
    );
  return (
    <Choices
      {...{ ...props, shown, tone, handlers, onChange }}
      ref={use === 'focused' && !hasChoices ? focusOnMount : undefined}
      isUsed={use !== 'none'}
    />
  );
}

interface ChoicesProps extends Omit<LevelSelectProps, 'onChange'> {
  shown: ReturnType<typeof optionOf>;
  tone: string;
  isUsed: boolean;
  handlers: { onPointerEnter: () => void; onFocus: () => void };
  onChange: NonNullable<LevelSelectProps['onChange']>;
  ref: ((element: HTMLElement | null) => void) | undefined;
}

/** The choices of a cell with *Why?* beside them. On phones, the level has the whole cell as before its use, and *Why?* is one of the choices. */
function Choices(props: ChoicesProps) {
  const { label, kind, isInherited, isNarrow, shown, tone, isUsed, handlers, onChange, onWhy, ref } = props;
  /** Shown until it is saved: the arrow keys go on from it. */
  const [chosen, setChosen] = useState<{ value: string } | null>(null);
  const options = accessOptions(kind);
  const choose = async (value: string) => {
    if (value === WHY) return onWhy();
    setChosen({ value });
    await onChange(options.find((option) => option.value === value) ?? null);
    // Unless another level was chosen meanwhile.
    setChosen((last) => (last?.value === value ? null : last));
  };
  const select = (
    <select
      aria-label={label}
      data-cell
      value={chosen?.value ?? (isInherited ? '' : shown.value)}
      ref={ref}
      {...handlers}
      onChange={({ target }) => void choose(target.value)}
      className={isNarrow ? 'absolute inset-0 size-full opacity-0' : clsx(CELL_STYLES, SELECT_STYLES, tone)}
    >
      <option value="">{isInherited ? describe(shown, true) : 'Inherit'}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {isNarrow && <option value={WHY}>Why this level?</option>}
    </select>
  );
  if (!isNarrow)
    return (
      <>
        {select}
        {isUsed && <WhyButton {...{ label, onWhy }} />}
      </>
    );
  const level = options.find(({ value }) => value === chosen?.value)?.label ?? shown.label;
  return (
    <span
      className={clsx(
        CELL_STYLES,
        SELECT_STYLES,
        'relative inline-flex max-sm:w-full items-center has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        tone,
      )}
    >
      <span aria-hidden className="truncate">
        {level}
      </span>
      {select}
    </span>
  );
}

const describe = ({ label }: { label: string }, isInherited: boolean): string =>
  isInherited ? `${label} (inherited)` : label;

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
