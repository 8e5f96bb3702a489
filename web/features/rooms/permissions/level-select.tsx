import { clsx } from 'clsx';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { accessOptions, type CellAccess, describeLevel, optionOf } from './cell-access.ts';
import { LevelMenu } from './level-menu.tsx';
import { useChosenLevel } from './use-chosen-level.ts';

interface LevelSelectProps {
  label: string;
  kind: PermissionRow['kind'];
  access: CellAccess;
  isInherited: boolean;
  /** Otherwise its choices are rendered when it is pointed at or focused, as *Why?* always is. */
  hasChoices: boolean;
  /** There is no space for a button beside the level: the choices are a menu. */
  isNarrow: boolean;
  /** Absent for those who only read the grid; `null` inherits. */
  onChange: ((access: CellAccess | null) => Promise<void>) | undefined;
  /** Explains which permission decides. */
  onWhy: () => void;
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

const CELL_STYLES = 'h-control-small rounded-md px-1';
const SELECT_STYLES = `${CELL_STYLES} w-[calc(100%-1.75rem)] truncate border border-line bg-surface text-left align-middle`;

/** The level and the rights of a cell. Inherited ones are shown in gray, as they come from above. */
export function LevelSelect(props: LevelSelectProps) {
  const { label, kind, access, isInherited, hasChoices, isNarrow, onChange, onWhy } = props;
  const [use, setUse] = useState<'none' | 'pointed' | 'focused'>('none');
  // Members change a file with the right on its folder.
  const shown = optionOf(kind === 'file' ? { ...access, mayAdd: false, mayManage: false } : access);
  const tone = isInherited ? 'text-ink-muted' : 'font-medium';
  if (!onChange) return <ReadOnlyLevel {...{ label, tone, onWhy }} level={shown.label} />;
  if (isNarrow) return <LevelMenu {...{ ...props, shown, tone, onChange }} />;
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
        aria-label={`${label}: ${describeLevel(shown, isInherited)}`}
        {...handlers}
        // This comes before the click of a finger, which then opens the choices.
        onPointerDown={handlers.onPointerEnter}
        className={clsx(SELECT_STYLES, tone)}
      >
        {describeLevel(shown, isInherited)}
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

/** The choices of a cell with *Why?* beside them. */
function Choices(props: ChoicesProps) {
  const { label, kind, isInherited, shown, tone, isUsed, handlers, onChange, onWhy, ref } = props;
  const { chosen, choose } = useChosenLevel(kind, onChange);
  return (
    <>
      <select
        aria-label={label}
        data-cell
        value={chosen ?? (isInherited ? '' : shown.value)}
        ref={ref}
        {...handlers}
        onChange={({ target }) => void choose(target.value)}
        className={clsx(SELECT_STYLES, tone)}
      >
        <option value="">{isInherited ? describeLevel(shown, true) : 'Inherit'}</option>
        {accessOptions(kind).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isUsed && <WhyButton {...{ label, onWhy }} />}
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
