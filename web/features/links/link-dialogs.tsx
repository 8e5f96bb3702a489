import { lazy, Suspense } from 'react';
import type { Link } from '#shared/contracts/links/links.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useRevokeLink } from './api.ts';
import { LinkDialog } from './link-dialog.tsx';
import type { LinkAction } from './link-menu.tsx';
import { LinkVisitorsDialog } from './link-visitors-dialog.tsx';
import type { EditedLink } from './use-save-link.ts';

const QrCodeDialog = lazy(async () => ({
  default: (await import('./dialog/qr-code-dialog.tsx')).QrCodeDialog,
}));

export interface OpenedLink {
  action: LinkAction;
  link: Link;
}

interface LinkDialogsProps {
  opened: OpenedLink;
  onClose: () => void;
  /** Leaves a page that shows nothing but the link. */
  onRevoked?: () => void;
}

/** Shows what the menu of a link has opened. */
export function LinkDialogs({ opened: { action, link }, onClose, onRevoked }: LinkDialogsProps) {
  const revoke = useRevokeLink(onRevoked);
  switch (action) {
    case 'edit':
      return <LinkDialog target={targetOf(link)} link={link} onClose={onClose} />;
    case 'qr-code':
      return link.url === null ? null : (
        <Suspense>
          <QrCodeDialog name={link.name} url={link.url} onClose={onClose} />
        </Suspense>
      );
    case 'visitors':
      return <LinkVisitorsDialog link={link} onClose={onClose} />;
    case 'revoke':
      return (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && onClose()}
          title="Revoke Link"
          description={`“${link.name}” stops working at once, also for the visitors who use it now. This can’t be undone.`}
          confirmLabel="Revoke"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(link, { onSettled: onClose })}
        />
      );
  }
}

/** Returns the first of what a link opens; the form of an existing link does not change what that is. */
function targetOf({ targets: [first], group, archive }: Link): EditedLink['target'] {
  if (archive) return { kind: 'archive', id: archive.id, namesAllParties: false };
  if (group) return { kind: 'group', id: group.id };
  return { kind: first?.kind ?? 'folder', id: first?.id ?? 0 };
}
