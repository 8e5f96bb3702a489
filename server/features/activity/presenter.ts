import type { FileView } from '#shared/contracts/activity.ts';
import { fileTypeOf } from '#shared/domain/file-kind.ts';
import type { ViewRow } from './queries.ts';

export const presentView = (view: ViewRow): FileView => ({
  id: view.id,
  fileId: view.file_id,
  viewedAt: new Date(view.viewed_at).toISOString(),
  file: { name: view.name, fileType: fileTypeOf(view.name), size: view.size },
  viewer: { username: view.viewer_name ?? (view.viewer_email || 'Guest') },
  owner: { username: view.owner_name },
});
