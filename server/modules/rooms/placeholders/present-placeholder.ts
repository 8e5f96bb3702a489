import type { PlaceholderRow } from '#server/authorization/placeholders/load-placeholder.ts';
import type { Placeholder } from '#shared/contracts/rooms/placeholders.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';

/** Presents a placeholder; readers do not learn who is responsible. */
export const presentPlaceholder = (
  row: PlaceholderRow,
  { isStaff, number }: { isStaff: boolean; number: string | undefined },
): Placeholder => ({
  id: row.id,
  folderId: row.folder_id,
  name: row.name,
  ...(number !== undefined && { number }),
  responsibleName: isStaff ? row.responsible_name : null,
  dueAt: isoInstantOrNull(row.due_at),
  createdAt: isoInstant(row.created_at),
});
