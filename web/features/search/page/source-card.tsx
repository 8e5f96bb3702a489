import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'wouter';
import type { Citation } from '#shared/contracts/search.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { PassageImage } from '#web/features/viewers/pages/passage-image.tsx';
import { buildFilePath, formatPassageLocation } from '#web/features/viewers/passage.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { MarkedQuote } from '../marked-quote.tsx';
import { toPassage } from '../search-selection.ts';

/** The document of an answer: a picture of its page with the passage marked, or the passage itself. */
export function SourceCard({ citation }: { citation: Citation }) {
  const { fileId, fileName, sheet } = citation;
  const passage = toPassage(citation);
  const place = [useFolderName(citation), formatPassageLocation(citation)]
    .filter((part) => part !== undefined)
    .join(' · ');
  const quote = (
    <p className="px-4 py-3 text-ink-muted wrap-anywhere">
      <MarkedQuote citation={citation} />
    </p>
  );
  return (
    <Link
      data-search-result
      href={buildFilePath(fileId, passage)}
      className="group flex flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong"
    >
      <span className="flex min-h-control items-center gap-2 border-line border-b px-4 py-2">
        <FileIcon name={fileName} />
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{fileName}</span>
        <span className="max-w-1/2 text-right text-ink-muted wrap-anywhere">{place}</span>
        <ArrowRight size={16} className="shrink-0 text-ink-muted group-hover:text-ink" />
      </span>
      {/* The rows of a sheet are clearer as text than on a page. */}
      {sheet === undefined ? <PassageImage {...{ fileId, fileName, passage }} fallback={quote} /> : quote}
    </Link>
  );
}

/** Returns the name of the folder of the document, of a hidden one its bare name; nothing until the folders are known. */
function useFolderName({ folderId, ancestorNames }: Citation): string | undefined {
  const { data: folders } = useFolderTree();
  return ancestorNames?.at(-1) ?? folders?.find(({ id }) => id === folderId)?.name;
}
