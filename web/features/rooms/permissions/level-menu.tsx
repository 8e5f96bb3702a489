import { clsx } from 'clsx';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { accessOptions, type CellAccess, describeLevel, type optionOf } from './cell-access.ts';
import { useChosenLevel } from './use-chosen-level.ts';

interface LevelMenuProps {
  label: string;
  kind: PermissionRow['kind'];
  shown: ReturnType<typeof optionOf>;
  tone: string;
  isInherited: boolean;
  onChange: (access: CellAccess | null) => Promise<void>;
  onWhy: () => void;
}

/**
 * The level of a cell on phones, where it needs the whole cell: a menu of the levels, with *Why?* at its end. As one more choice
 * of a select, a letter or an arrow key would ask for it by accident.
 */
export function LevelMenu({ label, kind, shown, tone, isInherited, onChange, onWhy }: LevelMenuProps) {
  const { chosen, choose } = useChosenLevel(kind, onChange);
  const options = accessOptions(kind);
  const level = options.find(({ value }) => value === chosen)?.label ?? shown.label;
  return (
    <Menu
      trigger={
        <button
          type="button"
          data-cell
          aria-label={`${label}: ${describeLevel({ label: level }, isInherited && chosen === undefined)}`}
          // Alt with an arrow key moves to another cell.
          onKeyDown={(event) => event.altKey && event.preventDefault()}
          className={clsx(
            'h-control-small w-full truncate rounded-md border border-line bg-surface px-1 text-left align-middle',
            tone,
          )}
        >
          {level}
        </button>
      }
    >
      <MenuRadioGroup
        label={label}
        value={chosen ?? (isInherited ? '' : shown.value)}
        onChange={(value) => void choose(value)}
        options={[{ value: '', label: 'Inherit' }, ...options]}
      />
      <MenuSeparator />
      <MenuItem icon={CircleHelp} onSelect={onWhy}>
        Why This Level?
      </MenuItem>
    </Menu>
  );
}
