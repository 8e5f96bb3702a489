import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getVisitorLinks } from '#shared/contracts/visitors.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { COPIED_TITLE, CopyLinkButton } from './copy-link-button.tsx';

interface DebugLinksDialogProps {
  links: ResultOf<typeof getVisitorLinks>;
  onClose: () => void;
}

/** Shows the token and test URLs of a visitor invitation, for troubleshooting. */
export function DebugLinksDialog({ links, onClose }: DebugLinksDialogProps) {
  const fields = [
    ['Token', links.token],
    ['Debug address', links.debugUrl],
    ['Validation address', links.validateUrl],
  ] as const;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Debug Links"
      description="Anyone with these links can use the invitation."
    >
      <div className="flex flex-col gap-4">
        {fields.map(([label, value]) => (
          <TextField
            key={label}
            label={label}
            readOnly
            value={value}
            onFocus={({ target }) => target.select()}
            end={
              <CopyLinkButton url={value} label={`Copy ${label.toLowerCase()}`} successTitle={COPIED_TITLE} />
            }
          />
        ))}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
