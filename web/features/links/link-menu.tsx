import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import type { Link } from '#shared/contracts/links/links.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { CopyLinkButton } from '#web/features/invitations/copy-link-button.tsx';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useUpdateLink } from './api.ts';

export type LinkAction = 'edit' | 'qr-code' | 'revoke' | 'visitors';

interface LinkMenuProps {
  link: Link;
  onAction: (action: LinkAction) => void;
  /** The page of the link shows its visitors, and copies it, itself. */
  isOnPage?: boolean;
}

/** Tells whether a link opens, now or once it starts or its room opens. */
export const isUsable = ({ status }: Link): boolean =>
  status === 'active' || status === 'not-started' || status === 'room-in-preparation';

/** Copies a link, unless the page has a button for that, and opens the menu of what can be done with it. */
export function LinkMenu({ link, onAction, isOnPage = false }: LinkMenuProps) {
  const update = useUpdateLink();
  const isDisabled = link.status === 'disabled';
  const toggle = () =>
    update.mutate(
      { id: link.id, change: { disabled: !isDisabled } },
      { onError: (error) => toastError('The link could not be changed', error) },
    );
  return (
    <>
      {!isOnPage && link.url !== null && (
        <CopyLinkButton url={link.url} label={`Copy ${link.name}`} disabled={!isUsable(link)} />
      )}
      <Menu trigger={<IconButton icon={Dots} label={`Actions for ${link.name}`} size="small" />}>
        {!isOnPage && (
          <MenuItem icon={Users} onSelect={() => onAction('visitors')}>
            Visitors
          </MenuItem>
        )}
        {link.url !== null && (
          <MenuItem icon={QrCode} onSelect={() => onAction('qr-code')}>
            QR Code
          </MenuItem>
        )}
        <MenuItem icon={Pencil} onSelect={() => onAction('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon={isDisabled ? Check : Ban} onSelect={toggle}>
          {isDisabled ? 'Enable' : 'Disable'}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => onAction('revoke')}>
          Revoke
        </MenuItem>
      </Menu>
    </>
  );
}
