import { useState } from 'react';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { accessOptions, type CellAccess } from './cell-access.ts';

/** Saves a choice of a cell, and returns its value until it is saved: the arrow keys go on from it. An empty value inherits. */
export function useChosenLevel(
  kind: PermissionRow['kind'],
  onChange: (access: CellAccess | null) => Promise<void>,
): { chosen: string | undefined; choose: (value: string) => Promise<void> } {
  const [chosen, setChosen] = useState<string>();
  const choose = async (value: string) => {
    setChosen(value);
    await onChange(accessOptions(kind).find((option) => option.value === value) ?? null);
    // Unless another level was chosen meanwhile.
    setChosen((last) => (last === value ? undefined : last));
  };
  return { chosen, choose };
}
