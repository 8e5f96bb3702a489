import { QrCode } from '#web/features/sign-in/qr-code.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

interface QrCodeDialogProps {
  name: string;
  url: string;
  onClose: () => void;
}

/** Shows the address of a link as a QR code, for a phone or a printed page. */
export function QrCodeDialog({ name, url, onClose }: QrCodeDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`QR Code of ${name}`}>
      <div className="flex flex-col items-center gap-3">
        <QrCode content={url} label={`QR code that opens ${url}`} />
        <p className="wrap-anywhere select-all text-center text-ink-muted text-sm">{url}</p>
      </div>
    </Dialog>
  );
}
