import LinkIcon from 'lucide-react/icons/link';
import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { LinksPanel } from './links-panel.tsx';

/** Opens the links to a file, for users who may share it. */
export function FileLinksButton({ file }: { file: File }) {
  const actor = useActor();
  const [isOpen, setOpen] = useState(false);
  if (!filePolicy.share(actor, file)) return null;
  return (
    <>
      <Button icon={LinkIcon} data-tooltip="Links" onClick={() => setOpen(true)}>
        Links
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Links to ${file.name}`}>
        <LinksPanel target={{ kind: 'file', id: file.id }} />
      </Dialog>
    </>
  );
}
