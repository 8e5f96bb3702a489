import type { PermissionLevel, PermissionRow } from '#shared/contracts/rooms/permissions.ts';

/** Describes what a cell gives a group: a level, and on folders what its members may change with it. */
export interface CellAccess {
  level: PermissionLevel;
  mayAdd: boolean;
  mayManage: boolean;
}

interface Option extends CellAccess {
  value: string;
  label: string;
}

const option = (level: PermissionLevel, label: string, rights: 'add' | 'manage' | '' = ''): Option => ({
  value: rights ? `${level} ${rights}` : level,
  label,
  level,
  mayAdd: rights !== '',
  mayManage: rights === 'manage',
});

const withRights = (level: PermissionLevel, label: string): Option[] => [
  option(level, label),
  option(level, `${label} and add`, 'add'),
  option(level, `${label} and manage`, 'manage'),
];

const FOLDER_OPTIONS: readonly Option[] = [
  option('none', 'None'),
  option('none', 'Upload only', 'add'),
  ...withRights('view', 'View'),
  ...withRights('download', 'Download'),
  ...withRights('original', 'Original'),
];
const FILE_OPTIONS = FOLDER_OPTIONS.filter(({ mayAdd }) => !mayAdd);

/** The choices of a cell; what groups may change is set on folders. */
export const accessOptions = (kind: PermissionRow['kind']): readonly Option[] =>
  kind === 'folder' ? FOLDER_OPTIONS : FILE_OPTIONS;

/** The choice that stands for what a cell gives. */
export function optionOf({ level, mayAdd, mayManage }: CellAccess): Option {
  const rights = mayManage ? 'manage' : mayAdd ? 'add' : '';
  const found = FOLDER_OPTIONS.find(({ value }) => value === (rights ? `${level} ${rights}` : level));
  return found ?? option(level, level);
}

/** The text of a level, which says whether it comes from above. */
export const describeLevel = ({ label }: { label: string }, isInherited: boolean): string =>
  isInherited ? `${label} (inherited)` : label;
