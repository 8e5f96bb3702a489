import type { ComponentProps, ReactNode } from 'react';
import { formatPassageLocation, type Passage } from '#web/features/viewers/passage.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';

/** A file among the results that is opened by a click. */
export function FileHit({ onClick, ...hit }: ComponentProps<typeof SearchHit> & { onClick: () => void }) {
  return (
    <button data-search-result type="button" className={HIT_STYLES} onClick={onClick}>
      <SearchHit {...hit} />
    </button>
  );
}

/** A titled list of results. */
export function SearchHitSection({
  title,
  isTitleHidden = false,
  children,
}: {
  title: string;
  isTitleHidden?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      {!isTitleHidden && <h3 className="mb-1 px-2 font-semibold text-ink-muted text-xs">{title}</h3>}
      <ul>{children}</ul>
    </section>
  );
}

interface SearchHitProps {
  name: string;
  passage?: Passage;
  /** Excerpt of the file's text. */
  excerpt?: ReactNode;
}

/** Renders a search result inside a link or button. */
export function SearchHit({ name, passage = {}, excerpt }: SearchHitProps) {
  const place = formatPassageLocation(passage);
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5 shrink-0">
        <FileIcon name={name} />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="font-medium wrap-anywhere">
          {name}
          {place !== undefined && <span className="text-ink-muted"> · {place}</span>}
        </span>
        {excerpt !== undefined && (
          <span className="line-clamp-4 text-ink-muted wrap-anywhere">{excerpt}</span>
        )}
      </span>
    </span>
  );
}

/** Classes of the link or button around a search result. */
export const HIT_STYLES =
  'block min-h-control w-full rounded-md px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-hover';
