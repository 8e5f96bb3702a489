import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Minus from 'lucide-react/icons/minus';
import PanelLeft from 'lucide-react/icons/panel-left';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FIELD_STYLES } from '#web/ui/forms/field.tsx';
import { getNextZoom } from './page-layout.ts';

interface PageToolbarProps {
  page: number;
  count: number;
  onPage: (page: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
  areThumbnailsShown: boolean;
  onThumbnails: () => void;
  isFinding: boolean;
  onFind: () => void;
}

/** Shows the current page, the zoom controls, and the buttons of thumbnails and find. */
export function PageToolbar(props: PageToolbarProps) {
  const { page, count, onPage, zoom, onZoom, areThumbnailsShown, onThumbnails, isFinding, onFind } = props;
  const [larger, smaller] = [getNextZoom(zoom, 'in'), getNextZoom(zoom, 'out')];
  const goToPage = (text: string) => {
    const requested = Number(text);
    if (Number.isInteger(requested) && requested !== page) onPage(Math.min(count, Math.max(1, requested)));
  };
  return (
    <div
      role="toolbar"
      aria-label="Pages"
      className="flex items-center justify-between gap-2 border-line border-b p-1"
    >
      <div className="flex items-center gap-1">
        <IconButton
          icon={PanelLeft}
          label="Thumbnails"
          aria-expanded={areThumbnailsShown}
          onClick={onThumbnails}
        />
        <IconButton
          icon={ChevronUp}
          className="max-sm:hidden"
          label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          icon={ChevronDown}
          className="max-sm:hidden"
          label="Next page"
          disabled={page >= count}
          onClick={() => onPage(page + 1)}
        />
        {/* Recreated for each page, so that it shows the current page until the user types. */}
        <input
          key={page}
          aria-label="Page number"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={page}
          className={`${FIELD_STYLES} max-w-14 text-center`}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && goToPage(currentTarget.value)}
          onBlur={({ currentTarget }) => goToPage(currentTarget.value)}
        />
        <span className="whitespace-nowrap text-ink-muted">of {count}</span>
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          icon={Minus}
          label="Zoom out"
          disabled={smaller === zoom}
          onClick={() => onZoom(smaller)}
        />
        <span role="status" aria-label="Zoom" className="w-12 text-center text-ink-muted max-sm:sr-only">
          {Math.round(zoom * 100)} %
        </span>
        <IconButton icon={Plus} label="Zoom in" disabled={larger === zoom} onClick={() => onZoom(larger)} />
        <IconButton icon={Search} label="Find in document" aria-expanded={isFinding} onClick={onFind} />
      </div>
    </div>
  );
}
