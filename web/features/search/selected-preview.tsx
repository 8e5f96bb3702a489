import { lazy, Suspense, useEffect } from 'react';
import { preloadOnInteraction } from '#web/lib/browser/preload-on-interaction.ts';
import type { SearchSelection } from './search-selection.ts';

const loadPreviewPanel = async () => ({
  default: (await import('#web/features/viewers/preview/preview-panel.tsx')).PreviewPanel,
});
const PreviewPanel = lazy(loadPreviewPanel);
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
  useEffect(() => preloadOnInteraction([loadPreviewPanel]), []);
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
