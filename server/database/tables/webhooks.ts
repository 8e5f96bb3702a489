import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

export interface WebhooksTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  /** Only events of this folder and what is in it; `null` for all, for administrators. */
  folder_id: number | null;
  url: string;
  /** JSON array of audit actions. */
  events: string;
  encrypted_secret: Buffer;
  /** The position in the audit log up to which deliveries were added. */
  last_position: number;
  created_at: Instant;
  disabled_at: Instant | null;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  /** The position of the event in the audit log. */
  event_id: number;
  object_kind: string | null;
  object_id: number | null;
  /** The JSON that is sent: ids, never names or contents. */
  payload: string;
  created_at: Instant;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  delivered_at: Instant | null;
  /** After the last attempt, or when the owner lost the right to see the event. */
  abandoned_at: Instant | null;
  /** The status of the last answer, or why there was none. */
  last_status: string | null;
}
