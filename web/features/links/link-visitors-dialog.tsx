import type { Link } from '#shared/contracts/links/links.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { LinkVisitors } from './link-visitors.tsx';

/** Lists the people whom a link admitted. */
export function LinkVisitorsDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Visitors of ${link.name}`}>
      <div className="max-h-96 overflow-y-auto">
        <LinkVisitors link={link} />
      </div>
    </Dialog>
  );
}
