import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { useRoute } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { BRAND_KEY } from '#web/features/settings/api.ts';
import { setBrandOfTitles } from '#web/lib/browser/page-title.ts';
import { call } from '#web/lib/http/call.ts';
import { BrandContext } from '#web/ui/layout/brand-context.ts';
import { ShowBrand } from '#web/ui/layout/show-brand.tsx';

const STALE_AFTER_MS = 5 * 60 * 1000;

type Place = { readonly roomId: string } | { readonly folderId: string };

/** Shows the brand of the room whose page is open in place of the installation's. */
export function RoomBrandProvider({ children }: { children: ReactNode }) {
  const place = usePlace();
  const installation = useContext(BrandContext);
  const { data } = useQuery({
    enabled: place !== undefined,
    queryKey: [...BRAND_KEY, 'shown', place],
    queryFn: ({ signal }) => call('GET /api/brand', { query: { ...place } }, signal),
    staleTime: STALE_AFTER_MS,
  });
  return (
    <ShowBrand brand={(place && data) ?? installation} scope="room" onName={setBrandOfTitles}>
      {children}
    </ShowBrand>
  );
}

/** Returns the room of the page, or the topmost folder that the reader sees of it, which stays the same within a room. */
function usePlace(): Place | undefined {
  const [, room] = useRoute('/rooms/:id/*?');
  const [, folder] = useRoute('/folder/:id/*?');
  const isVisitor = useVisitorSession() !== null;
  const folders = useFolderTree().data;
  if (room?.['id']) return { roomId: room['id'] };
  if (!folders) return undefined;
  const byId = new Map(folders.map((each) => [each.id, each]));
  const top = folder?.['id']
    ? byId.get(ancestorsAndSelf(byId, Number(folder['id'])).at(-1) ?? 0)
    : isVisitor
      ? onlyTop(folders)
      : undefined;
  if (!top || !(isVisitor || isInRoom(top))) return undefined;
  return { folderId: String(top.id) };
}

const isInRoom = ({ roomState, number, groupAccess }: Folder): boolean =>
  roomState !== undefined || number !== undefined || groupAccess !== undefined;

/** A visitor of a group, or of one folder, is in one room. */
function onlyTop(folders: readonly Folder[]): Folder | undefined {
  const ids = new Set(folders.map(({ id }) => id));
  const tops = folders.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const isOfGroup = tops.every(({ groupAccess }) => groupAccess !== undefined);
  return tops.length === 1 || isOfGroup ? tops[0] : undefined;
}
