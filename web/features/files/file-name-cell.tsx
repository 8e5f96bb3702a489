import Lock from 'lucide-react/icons/lock';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { AncestorNames } from '#web/features/folders/ancestor-names.tsx';
import { DraftBadge } from '#web/features/folders/draft-badge.tsx';
import { formatAncestorNames } from '#web/features/folders/folder-hierarchy.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { MiddleEllipsis } from '#web/ui/display/middle-ellipsis.tsx';
import { IndexingBadge } from './indexing-badge.tsx';
import { Thumbnail } from './thumbnails/thumbnail.tsx';

interface FileNameCellProps {
  file: File;
  /** A lock says so in the second line of a narrow table, which has no column for it. */
  isRestricted: boolean;
  onSelect: () => void;
}

/** Links to the file's page; a plain click or Space selects the row instead. */
export function FileNameCell({ file, isRestricted, onSelect }: FileNameCellProps) {
  const [, navigate] = useLocation();
  const path = `/file/${file.id}`;
  const onClick = (event: MouseEvent) => {
    // Modified clicks open a tab, and those of assistive programs have a `detail` of 0: both follow the link.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSelect();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    // The click of Enter on a link looks like one of the mouse in Firefox.
    if (event.key === 'Enter' && !hasModifier) navigate(path);
    else if (event.key === ' ') onSelect();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            href={path}
            // Lets the row be dragged, not the link.
            draggable={false}
            title={file.name}
            aria-label={file.name}
            onClick={onClick}
            onKeyDown={onKeyDown}
            className="min-w-0 truncate rounded-sm font-medium hover:underline"
          >
            <MiddleEllipsis text={file.name} />
          </Link>
          {!showsType(file) && (
            <span className="@2xl:inline hidden shrink-0 text-ink-muted text-xs uppercase">
              {formatFileType(file)}
            </span>
          )}
          {file.isNew && <Badge tone="accent">New</Badge>}
          <DraftBadge publishedAt={file.publishedAt} />
          <IndexingBadge file={file} />
          {/* What the name leaves. */}
          <AncestorNames names={file.ancestorNames} className="@2xl:block hidden flex-1" />
        </div>
        <div className="@2xl:hidden truncate text-ink-muted text-xs">
          {file.ancestorNames && `in ${formatAncestorNames(file.ancestorNames)} · `}
          {!showsType(file) && `${formatFileType(file).toUpperCase()} · `}
          {formatSize(file.size)} · {formatDate(file.createdAt)}
          {isRestricted && (
            <Lock role="img" aria-label="Restricted" className="ml-1.5 inline size-3 align-[-1px]" />
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns true when the name ends with the type, or with that of a file of another kind: it is not written twice. */
const showsType = ({ name, fileType }: File): boolean =>
  fileType === 'others' ? /\.\w{1,5}$/.test(name) : name.toLowerCase().endsWith(`.${fileType}`);

const formatFileType = ({ fileType }: File): string => (fileType === 'others' ? 'file' : fileType);
