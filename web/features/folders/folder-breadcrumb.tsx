import { useMemo } from 'react';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { useFolder, useFolderTree } from './api.ts';

/** Home, the folders above that one may see, and the folder itself. */
export function FolderBreadcrumb({ folderId }: { folderId: number }) {
  const { data: nodes } = useFolderTree();
  const { data: folder } = useFolder(folderId);
  const byId = useMemo(() => new Map(nodes?.map((node) => [node.id, node])), [nodes]);
  const chain = ancestorsAndSelf(byId, folderId)
    .toReversed()
    .flatMap((id) => byId.get(id) ?? []);
  // The tree comes later than the folder, when the page is the first that is opened.
  const shown = chain.length > 0 ? chain : folder ? [folder] : [];
  return (
    <Breadcrumb
      steps={[
        { label: 'Home', href: '/' },
        ...shown.map(({ id, name }) => ({ label: name, href: `/folder/${id}` })),
      ]}
    />
  );
}
