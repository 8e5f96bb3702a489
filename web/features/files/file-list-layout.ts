import { useMemo } from 'react';
import { type FileColumn, MAX_COLUMN_PX, MIN_COLUMN_PX } from '#shared/domain/preferences.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';

/** How the user has arranged file lists. */
export interface FileListLayout {
  readonly isCompact: boolean;
  readonly columnWidths: Partial<Record<FileColumn, number>>;
  readonly hiddenColumns: readonly FileColumn[];
  /** Stores the width of a column; absent for visitors, who have no preferences. */
  readonly resize?: (column: FileColumn, widthPx: number | null) => void;
}

/** Returns the same object until the user arranges lists in another way. */
export function useFileListLayout(): FileListLayout {
  const isUser = useActor().kind === 'user';
  const { listDensity, columnWidths, hiddenColumns } = usePreferences();
  const { mutate } = useUpdatePreferences();
  return useMemo(() => {
    const resize = (column: FileColumn, widthPx: number | null) => {
      const { [column]: _old, ...others } = columnWidths;
      const width = Math.min(Math.max(Math.round(widthPx ?? 0), MIN_COLUMN_PX), MAX_COLUMN_PX);
      mutate({ columnWidths: widthPx === null ? others : { ...others, [column]: width } });
    };
    const isCompact = listDensity === 'compact';
    return { isCompact, columnWidths, hiddenColumns, ...(isUser && { resize }) };
  }, [isUser, listDensity, columnWidths, hiddenColumns, mutate]);
}
