import type { Link } from '#shared/contracts/links/links.ts';
import { QrCode } from '#web/features/sign-in/qr-code.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

/** Shows the address of a link as a QR code, for a phone or a printed page. */
export function QrCodeDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`QR Code of ${link.name}`}>
      <div className="flex flex-col items-center gap-3">
        <QrCode content={link.url} label={`QR code that opens ${link.url}`} />
        <p className="wrap-anywhere select-all text-center text-ink-muted text-sm">{link.url}</p>
      </div>
    </Dialog>
  );
}
