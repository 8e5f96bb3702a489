import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { WatermarkColor } from '#shared/domain/links/watermarks.ts';
import type { Instant } from './column-types.ts';

export interface LinksTable {
  id: GeneratedAlways<number>;
  slug_hash: Buffer;
  /** The slug encrypted with the master key, so that the link can be shown again. */
  encrypted_slug: Buffer;
  owner_id: number;
  name: string;
  /** JSON, as `server/modules/links/link-settings.ts` describes it. */
  settings: string;
  /** Incremented by each change that asks visitors for more. */
  requirements_version: Generated<number>;
  created_at: Instant;
  expires_at: Instant | null;
  disabled_at: Instant | null;
  deleted_at: Instant | null;
  visits: Generated<number>;
  downloads: Generated<number>;
  last_visit_at: Instant | null;
  /** How often the access page was opened by somebody new, and each step refused. */
  opened: Generated<number>;
  refused_password: Generated<number>;
  refused_email: Generated<number>;
  refused_code: Generated<number>;
  refused_terms: Generated<number>;
  starts_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** How often it may be entered, and by how many people. */
  max_visits: ColumnType<number | null, number | null | undefined>;
  max_visitors: ColumnType<number | null, number | null | undefined>;
  /** The terms whose current version each session must have accepted. */
  terms_id: ColumnType<number | null, number | null | undefined>;
  /** The group that it admits into; it has no targets then. */
  group_id: ColumnType<number | null, number | null | undefined>;
  /** The archive of a room that it hands over; it has neither targets nor a group then. */
  archive_id: ColumnType<number | null, number | null | undefined>;
  /** Drawn over the pages and PDFs that its visitors see; `null` for the usual one where one is required. */
  watermark_id: ColumnType<number | null, number | null | undefined>;
}

export interface LinkTargetsTable {
  link_id: number;
  entry_kind: 'folder' | 'file';
  entry_id: number;
}

/** A person whom a link admitted. */
export interface LinkVisitorsTable {
  id: GeneratedAlways<number>;
  link_id: number;
  /** Empty for a link that asks for no address. */
  email: string;
  email_key: string;
  verified_by: 'none' | 'code';
  invitation_id: number | null;
  visits: number;
  first_visit_at: Instant;
  last_visit_at: Instant;
}

/** The steps that one browser has completed on an access page. */
export interface LinkAttemptsTable {
  token_hash: Buffer;
  link_id: number;
  requirements_version: number;
  email: string;
  email_key: string;
  /** The names of the steps, separated by commas. */
  completed_steps: string;
  created_at: Instant;
  expires_at: Instant;
  /** The version that the step `terms` accepted. */
  terms_version_id: ColumnType<number | null, number | null | undefined>;
  typed_name: ColumnType<string | null, string | null | undefined>;
}

/** The code that was mailed last for an attempt. */
export interface LinkCodesTable {
  attempt_token_hash: Buffer;
  email_key: string;
  /** Matches no code until the mail is written, and never for an address that is not allowed. */
  code_hash: Buffer;
  attempts: number;
  created_at: Instant;
  expires_at: Instant;
}

/**
 * A browser in which somebody completed the steps of a link, which are not asked there again for a while. Not part of backups.
 */
export interface LinkDevicesTable {
  /** SHA-256 of the cookie, which changes with each use. */
  token_hash: Buffer;
  link_id: number;
  visitor_id: number;
  requirements_version: number;
  /** The version that was accepted in this browser last. */
  terms_version_id: number | null;
  proved_at: Instant;
  expires_at: Instant;
}

/** Watermarks that links draw. */
export interface WatermarksTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  room_id: number | null;
  name: string;
  template: string;
  angle: number;
  size: number;
  density: number;
  color: WatermarkColor;
  created_at: Instant;
  deleted_at: Instant | null;
}
