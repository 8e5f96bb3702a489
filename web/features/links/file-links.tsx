import LinkIcon from 'lucide-react/icons/link';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { LinksPanel } from './links-panel.tsx';

/** Opens the links to a file, for users who may share it. */
export function FileLinksItem({ file, onOpen }: { file: File; onOpen: () => void }) {
  const actor = useActor();
  if (!filePolicy.share(actor, file)) return null;
  return (
    <MenuItem icon={LinkIcon} onSelect={onOpen}>
      Links
    </MenuItem>
  );
}

export function FileLinksDialog({ file, onClose }: { file: File; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={`Links to ${file.name}`}>
      <LinksPanel target={{ kind: 'file', id: file.id }} />
    </Dialog>
  );
}
