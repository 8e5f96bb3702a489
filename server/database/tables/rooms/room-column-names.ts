import type { RoomAnalyticsTable } from '../activity/analytics.ts';
import { namesOf } from '../column-names.ts';
import type { AreasTable, RequestsTable } from '../requests.ts';
import type { GroupMembersTable, RoomGroupsTable, RoomsTable } from '../rooms.ts';

export const ROOM_COLUMNS = namesOf<RoomsTable>({
  folder_id: true,
  created_by_id: true,
  created_at: true,
  settings: true,
  frozen_at: true,
  state: true,
  archived_at: true,
  final_archive_id: true,
  version: true,
  allows_visitors: true,
  allows_collaborators: true,
  allows_downloads: true,
  watermarks_pages: true,
  watermark_id: true,
  administrators_can_read: true,
  code_name: true,
  opened_at: true,
  closed_at: true,
  delete_bytes_at: true,
  removal_announced_for: true,
  removal_begun_at: true,
  bytes_removed_at: true,
});

export const ROOM_ANALYTICS_COLUMNS = namesOf<RoomAnalyticsTable>({
  room_id: true,
  hides_persons: true,
  shows_groups_own: true,
  search_words_since: true,
  time_zone: true,
  weights: true,
  summed_to: true,
});

export const GROUP_COLUMNS = namesOf<RoomGroupsTable>({
  id: true,
  room_id: true,
  name: true,
  name_key: true,
  ends_at: true,
  created_at: true,
  deleted_at: true,
  requires_second_factor: true,
});

export const GROUP_MEMBER_COLUMNS = namesOf<GroupMembersTable>({
  id: true,
  group_id: true,
  room_id: true,
  email: true,
  email_key: true,
  user_id: true,
  invitation_id: true,
  created_at: true,
  removed_at: true,
});

export const AREA_COLUMNS = namesOf<AreasTable>({
  id: true,
  room_id: true,
  name: true,
  name_key: true,
});

export const REQUEST_COLUMNS = namesOf<RequestsTable>({
  id: true,
  room_id: true,
  number: true,
  area_id: true,
  group_id: true,
  text: true,
  responsible_id: true,
  responsible_name: true,
  due_at: true,
  priority: true,
  state: true,
  created_at: true,
  deleted_at: true,
  reminded_at: true,
});
