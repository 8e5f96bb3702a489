import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import { useLocation } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuLink } from '#web/ui/overlays/menu.tsx';
import { useNeighbors } from './neighbor-links.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';

/** Holds what the bar of a file has no room for on a phone. */
export function FileMoreMenu({ file, passage }: { file: File; passage: Passage }) {
  const actor = useActor();
  const [, navigate] = useLocation();
  const { previous, next } = useNeighbors(file);
  const maySeeViews = filePolicy.seeViews(actor, file);
  const maySeeVersions = filePolicy.seeVersions(actor, file);
  const opensInTab = filePolicy.download(actor, file) && file.fileType === 'pdf';
  if (!previous && !next && !maySeeViews && !maySeeVersions && !opensInTab) return null;
  const open = ({ id }: File) => navigate(`/file/${id}`, { replace: true });
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label="More actions" />}>
      {previous && <MenuItem onSelect={() => open(previous)}>Previous file</MenuItem>}
      {next && <MenuItem onSelect={() => open(next)}>Next file</MenuItem>}
      {maySeeViews && <MenuLink href={`/file/${file.id}/views`}>Views</MenuLink>}
      {maySeeVersions && <MenuLink href={`/file/${file.id}/versions`}>Versions</MenuLink>}
      {maySeeVersions && file.version !== undefined && (
        <MenuLink href={`/file/${file.id}/compare`}>Compare</MenuLink>
      )}
      {opensInTab && (
        <MenuItem
          icon={ExternalLink}
          onSelect={() => window.open(buildPdfViewerUrl(file.id, passage), '_blank', 'noopener')}
        >
          Open in New Tab
        </MenuItem>
      )}
    </Menu>
  );
}
