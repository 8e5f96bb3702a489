import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { Menu, MenuItem } from './menu.tsx';

interface EntryMenuProps {
  /** The entry of a list whose menu it is. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  /** Items before these two. */
  children?: ReactNode;
}

/** The menu of an entry that can be changed and deleted. */
export function EntryMenu({ name, onEdit, onDelete, children }: EntryMenuProps) {
  return (
    <Menu trigger={<IconButton icon={Dots} label={`Actions for ${name}`} size="small" />}>
      {children}
      <MenuItem icon={Pencil} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
