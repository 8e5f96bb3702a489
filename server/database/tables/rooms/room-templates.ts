import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from '../column-types.ts';

/** The structure of a room, without documents and people. */
export interface RoomTemplatesTable {
  id: GeneratedAlways<number>;
  /** Names a delivered template, whose content is part of the program; `null` for own templates. */
  key: string | null;
  name: string;
  /** JSON, as `server/modules/rooms/templates/template-content.ts` describes it. */
  content: string;
  /** How much the content creates, for lists. */
  folder_count: Generated<number>;
  group_count: Generated<number>;
  request_count: Generated<number>;
  /** `null` for delivered templates. */
  creator_id: number | null;
  created_at: Instant;
}
