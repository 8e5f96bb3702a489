import { useMemo } from 'react';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import { useFolder, useFolderTree } from './api.ts';
import { useAttachDragAndDrop } from './drag-and-drop/drag-and-drop.ts';
import type { DropTarget } from './drag-and-drop/drag-items.ts';
import { formatAncestorNames } from './folder-hierarchy.ts';

/** Shows Home, the visible ancestors and the folder itself. */
export function FolderBreadcrumb({ folderId }: { folderId: number }) {
  const { data: nodes } = useFolderTree();
  const { data: folder } = useFolder(folderId);
  const actor = useActor();
  const attach = useAttachDragAndDrop();
  const withDropTarget = (mayAdd: boolean, place: DropTarget) =>
    mayAdd && { attach: (link: HTMLElement | null) => (link ? attach(link, { place }) : undefined) };
  const byId = useMemo(() => new Map(nodes?.map((node) => [node.id, node])), [nodes]);
  const chain = ancestorsAndSelf(byId, folderId)
    .toReversed()
    .flatMap((id) => byId.get(id) ?? []);
  // Shows the folder alone until the tree has loaded.
  const shown = chain.length > 0 ? chain : folder ? [folder] : [];
  // A member of a group knows the names of hidden folders above, and nothing else of them.
  const above = shown[0]?.ancestorNames;
  return (
    <Breadcrumb
      steps={[
        {
          label: 'Home',
          href: '/',
          ...withDropTarget(systemPolicy.addToRoot(actor), { id: null, name: 'Home' }),
        },
        ...(above === undefined ? [] : [{ label: formatAncestorNames(above) }]),
        ...shown.map((folder) => ({
          label: folder.name,
          href: `/folder/${folder.id}`,
          ...withDropTarget(folderPolicy.addTo(actor, folder), folder),
        })),
      ]}
    />
  );
}
