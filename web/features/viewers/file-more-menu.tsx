import ChartColumn from 'lucide-react/icons/chart-column';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ExternalLink from 'lucide-react/icons/external-link';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import Globe from 'lucide-react/icons/globe';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import Minus from 'lucide-react/icons/minus';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import PanelLeft from 'lucide-react/icons/panel-left';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useNeighbors } from './neighbor-links.tsx';
import { useMayViewOnline } from './online-viewer-dialog.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';
import type { Reader } from './reader/reader-context.tsx';

interface FileMoreMenuProps {
  file: File;
  passage: Passage;
  reader: Reader | null;
  onOnlineViewer: () => void;
  /** Further entries, after those of the viewer. */
  more: ReactNode;
}

/** Holds what the bar of a file has no room for. */
export function FileMoreMenu({ file, passage, reader, onOnlineViewer, more }: FileMoreMenuProps) {
  const actor = useActor();
  const [, navigate] = useLocation();
  const mayViewOnline = useMayViewOnline(file);
  const opensInTab = filePolicy.download(actor, file) && file.fileType === 'pdf';
  return (
    <Menu trigger={<IconButton icon={Dots} label="More actions" />}>
      {reader && <ReaderItems {...reader} />}
      <NeighborItems file={file} />
      {more}
      {filePolicy.seeViews(actor, file) && (
        <MenuItem icon={ChartColumn} onSelect={() => navigate(`/file/${file.id}/views`)}>
          Views
        </MenuItem>
      )}
      {filePolicy.seeVersions(actor, file) && (
        <MenuItem icon={History} onSelect={() => navigate(`/file/${file.id}/versions`)}>
          Versions
        </MenuItem>
      )}
      {file.version !== undefined && filePolicy.seeVersions(actor, file) && (
        <MenuItem icon={GitCompareArrows} onSelect={() => navigate(`/file/${file.id}/compare`)}>
          Compare Versions
        </MenuItem>
      )}
      {opensInTab && (
        <MenuItem
          icon={ExternalLink}
          onSelect={() => window.open(buildPdfViewerUrl(file.id, passage), '_blank', 'noopener')}
        >
          Open in New Tab
        </MenuItem>
      )}
      {mayViewOnline && (
        <MenuItem icon={Globe} onSelect={onOnlineViewer}>
          Online Viewer
        </MenuItem>
      )}
      <MenuItem icon={House} onSelect={() => navigate('/')}>
        Home
      </MenuItem>
    </Menu>
  );
}

/** The controls that the bar leaves out where it is narrow. */
function ReaderItems({ state, send }: Reader) {
  const isPhone = useMediaQuery('(width < 40rem)');
  const isNarrow = useMediaQuery('(width < 48rem)');
  return (
    <>
      {isPhone && (
        <>
          <MenuItem icon={Search} onSelect={() => send({ action: 'find' })}>
            Find in Document
          </MenuItem>
          <MenuItem icon={PanelLeft} onSelect={() => send({ action: 'thumbnails' })}>
            Thumbnails
          </MenuItem>
        </>
      )}
      {isNarrow && (
        <>
          <MenuItem icon={Plus} disabled={!state.canZoomIn} onSelect={() => send({ action: 'zoom-in' })}>
            Zoom In
          </MenuItem>
          <MenuItem icon={Minus} disabled={!state.canZoomOut} onSelect={() => send({ action: 'zoom-out' })}>
            Zoom Out
          </MenuItem>
        </>
      )}
      <MenuItem icon={MoveHorizontal} onSelect={() => send({ action: 'fit-width' })}>
        Fit Width
      </MenuItem>
      {state.canRotate && (
        <MenuItem icon={RotateCw} onSelect={() => send({ action: 'rotate' })}>
          Rotate
        </MenuItem>
      )}
    </>
  );
}

function NeighborItems({ file }: { file: File }) {
  const [, navigate] = useLocation();
  const { previous, next } = useNeighbors(file);
  const isNarrow = useMediaQuery('(width < 64rem)');
  if (!isNarrow) return null;
  const open = ({ id }: File) => navigate(`/file/${id}`, { replace: true });
  return (
    <>
      {previous && (
        <MenuItem icon={ChevronLeft} onSelect={() => open(previous)}>
          Previous File
        </MenuItem>
      )}
      {next && (
        <MenuItem icon={ChevronRight} onSelect={() => open(next)}>
          Next File
        </MenuItem>
      )}
    </>
  );
}
