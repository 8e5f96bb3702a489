import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { FILE_COLUMNS, type FileColumn } from '#shared/domain/preferences.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuRadioGroup, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { MenuCheckbox, MenuLabel } from '#web/ui/overlays/menu-checkbox.tsx';

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

const COLUMN_LABELS: Record<FileColumn, string> = {
  owner: 'Owner',
  modified: 'Modified',
  added: 'Added',
  size: 'Size',
  download: 'Download',
};

/** Sets the density and the columns of file lists, for all lists of the user. */
export function ListOptions() {
  const { listDensity, hiddenColumns } = usePreferences();
  const { mutate } = useUpdatePreferences();
  return (
    <Menu trigger={<IconButton icon={SlidersHorizontal} label="List options" />}>
      <MenuRadioGroup
        label="Density"
        value={listDensity}
        options={DENSITIES}
        onChange={(density) => mutate({ listDensity: density })}
      />
      <MenuSeparator />
      <MenuLabel>Columns</MenuLabel>
      {FILE_COLUMNS.map((column) => (
        <MenuCheckbox
          key={column}
          checked={!hiddenColumns.includes(column)}
          onChange={(isShown) => {
            const others = hiddenColumns.filter((each) => each !== column);
            mutate({ hiddenColumns: isShown ? others : [...others, column] });
          }}
        >
          {COLUMN_LABELS[column]}
        </MenuCheckbox>
      ))}
    </Menu>
  );
}
