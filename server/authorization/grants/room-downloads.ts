import { sql } from 'kysely';

/** The folders of rooms that forbid downloads, as a query of ids. Walks down from these rooms alone. */
const FOLDERS_WITHOUT_DOWNLOADS = sql`with recursive without_downloads(id) as (
    select folder_id from rooms where allows_downloads = 0
    union select f.id from folders f join without_downloads on f.parent_id = without_downloads.id
  ) select id from without_downloads`;

/** The column `allow_download` of `files` as it counts: a room that forbids downloads forbids that of each file in it. */
export const allowDownload = sql<0 | 1>`case when files.allow_download = 1
  and (files.folder_id is null or files.folder_id not in (${FOLDERS_WITHOUT_DOWNLOADS})) then 1 else 0 end`.as(
  'allow_download',
);
