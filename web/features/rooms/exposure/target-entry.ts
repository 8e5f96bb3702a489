import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import type { TreeRow } from '../permissions/permission-rows.ts';
import { whyQuery } from '../permissions/permissions-api.ts';

const NO_FOLDERS: ReadonlySet<number> = new Set();

export interface TargetEntry {
  readonly kind: 'file' | 'folder';
  readonly id: number;
}

interface Target {
  readonly entry: TargetEntry | undefined;
  /** The folders above it, which the grid opens. */
  readonly folderIds: ReadonlySet<number>;
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;

/**
 * The file or folder that the address of the grid names with `?file=` or `?folder=`, and `?group=`, as a link from an exposure
 * check does.
 */
export function useTarget(roomId: number): Target {
  const query = new URLSearchParams(useSearch());
  const kind = query.has('folder') ? 'folder' : 'file';
  const [id, groupId] = [Number(query.get(kind)), Number(query.get('group'))];
  const isNamed = isId(id) && isId(groupId);
  const { data } = useQuery({
    ...whyQuery(roomId, { kind, id, groupId }),
    enabled: isNamed,
    select: ({ path }): ReadonlySet<number> =>
      new Set(path.map((above) => above.id).filter((above) => above !== roomId && above !== id)),
  });
  return { entry: isNamed ? { kind, id } : undefined, folderIds: data ?? NO_FOLDERS };
}

/** Scrolls once to the row of the entry, when it is loaded, and focuses its first cell. */
export function useScrollToRow(
  body: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  entry: TargetEntry | undefined,
): void {
  const isDone = useRef(false);
  const index = rows.findIndex(({ row }) => row.kind === entry?.kind && row.id === entry.id);
  useEffect(() => {
    const first = body.current?.querySelector<HTMLElement>('tr[aria-rowindex]');
    if (index === -1 || isDone.current || !body.current || !first) return;
    isDone.current = true;
    const top = body.current.getBoundingClientRect().top + index * first.offsetHeight;
    scrollTo({ top: scrollY + top - innerHeight / 3 });
    // Rows outside the window are rendered after the scroll.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        body.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"] [data-cell]`)?.focus(),
      ),
    );
    return () => cancelAnimationFrame(frame);
  }, [body, index]);
}
