import { lazy, Suspense } from 'react';
import type { SearchSelection } from './search-selection.ts';

const PreviewPanel = lazy(async () => ({
  default: (await import('#web/features/viewers/preview/preview-panel.tsx')).PreviewPanel,
}));
const SearchResultBox = lazy(async () => ({
  default: (await import('./search-result-box.tsx')).SearchResultBox,
}));

/** A file that was chosen from a list, or from what a search found. */
export type SelectedFile = { fileId: number } | SearchSelection;

/** The chosen file beside the list, with what the search found in it. */
export function SelectedPreview({
  selected,
  onClose,
}: {
  selected: SelectedFile | null;
  onClose: () => void;
}) {
  return (
    <Suspense>
      {selected && (
        <PreviewPanel
          fileId={selected.fileId}
          {...('result' in selected && {
            passage: selected,
            searchResult: <SearchResultBox selection={selected} />,
          })}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
