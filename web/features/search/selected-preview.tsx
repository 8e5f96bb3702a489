import { lazy, Suspense } from 'react';
import type { SearchSelection } from './search-selection.ts';

const PreviewPanel = lazy(async () => ({
  default: (await import('#web/features/viewers/preview/preview-panel.tsx')).PreviewPanel,
}));
const SearchResultBox = lazy(async () => ({
  default: (await import('./search-result-box.tsx')).SearchResultBox,
}));

/** File selected in a list or among search results. */
export type SelectedFile = { fileId: number } | SearchSelection;

/** Shows the preview panel of the selected file beside the list, with its search result. */
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
