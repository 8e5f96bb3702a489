import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { whyQuery } from '../api.ts';
import type { TreeRow } from '../permission-rows.ts';

const NO_FOLDERS: ReadonlySet<number> = new Set();

interface TargetFile {
  readonly fileId: number | undefined;
  /** The folders above it, which the grid opens. */
  readonly folderIds: ReadonlySet<number>;
}

/** The file that the address of the grid names with `?file=` and `?group=`, as a link from an exposure check does. */
export function useTargetFile(roomId: number): TargetFile {
  const query = new URLSearchParams(useSearch());
  const [fileId, groupId] = [Number(query.get('file')), Number(query.get('group'))];
  const isNamed = Number.isSafeInteger(fileId) && fileId > 0 && Number.isSafeInteger(groupId) && groupId > 0;
  const { data } = useQuery({
    ...whyQuery(roomId, { kind: 'file', id: fileId, groupId }),
    enabled: isNamed,
    select: ({ path }): ReadonlySet<number> =>
      new Set(path.map(({ id }) => id).filter((id) => id !== roomId)),
  });
  return { fileId: isNamed ? fileId : undefined, folderIds: data ?? NO_FOLDERS };
}

/** Scrolls once to the row of the file, when it is loaded, and focuses its first cell. */
export function useScrollToRow(
  body: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  fileId: number | undefined,
): void {
  const isDone = useRef(false);
  const index = rows.findIndex(({ row }) => row.kind === 'file' && row.id === fileId);
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
