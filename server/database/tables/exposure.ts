import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** The version of a file whose content was inspected. */
export interface ContentScansTable {
  file_id: number;
  version: number;
  /** The extracted text that was inspected; OCR replaces it. */
  text_blob_key: string | null;
  /** The version of the rules. */
  rules: number;
  /** 0 when the content could not be read to its end. */
  is_complete: Flag;
  scanned_at: Instant;
}

/** Personal data in the text of a file, and what is hidden in it. */
export interface ContentFindingsTable {
  id: GeneratedAlways<number>;
  file_id: number;
  version: number;
  kind: string;
  /** The page or slide, counted from 1. */
  page: number | null;
  /** UTF-16 offsets in the extracted text, which the value is read from; `null` for what is hidden. */
  span_start: number | null;
  span_end: number | null;
  /** HMAC-SHA256, equal for equal values of a kind. */
  value_hash: Buffer;
  /** The value of what is hidden, which has no place in the text. */
  encrypted_value: Buffer | null;
}

/** Names that a room's documents should not contain, such as those of other bidders. */
export interface KnownNamesTable {
  room_id: number;
  /** In lower case and without accents. */
  name_key: string;
  name: string;
}

export interface ExposureQuestionsTable {
  room_id: number;
  position: number;
  question: string;
}

/** A check of everything that a group can reach. */
export interface ExposureChecksTable {
  id: GeneratedAlways<number>;
  room_id: number;
  group_id: number;
  requested_by_id: number;
  /** Also what the next publication would show. */
  includes_drafts: Flag;
  state: 'waiting' | 'running' | 'done' | 'failed';
  documents: Generated<number>;
  /** The documents whose text was read so far. */
  checked_documents: Generated<number>;
  /** The last publication before it, which decides what is new. */
  publication_id: Later<number>;
  /** JSON: the questions, and how many documents answer each. */
  questions: Generated<string>;
  created_at: Instant;
  finished_at: Later<Instant>;
  signed_off_by_id: Later<number>;
  signed_off_at: Later<Instant>;
  /** SHA-256 of the drafts that it is limited to, as they were when it was requested; `null` for a check of everything. */
  selection_hash: Later<string>;
  /** SHA-256 of the names and questions of the room that it used; `null` before it runs. */
  settings_hash: Later<string>;
}

interface ComparedText {
  /** The key of the text that was compared, empty for none; `null` while the content was not inspected. */
  compared_text: Later<string>;
}

/** Says which of the drafts of a check shows something to its group; `null` in a check that is not limited to drafts. */
interface DraftReference {
  draft_kind: Later<SelectedDraftKind>;
  draft_id: Later<number>;
}

export type SelectedDraftKind = 'folder' | 'file' | 'move' | 'level' | 'version';

/** A draft that a check is limited to: a new folder or file, or a row of `draft_changes`, which is gone once it is published. */
export interface ExposureDraftsTable {
  check_id: number;
  kind: SelectedDraftKind;
  /** The id of the folder, the file or the change. */
  draft_id: number;
  entry_kind: 'folder' | 'file';
  entry_id: number;
  /** The group that gets a level. */
  group_id: number | null;
}

/** A document that a check covers. */
export interface ExposureDocumentsTable extends DraftReference, ComparedText {
  check_id: number;
  file_id: number;
  version: number;
  /** New since the last publication. */
  is_new: Flag;
  /** The name of the file that was compared. */
  name: Later<string>;
}

/** Another version of a document that a check covers: an earlier one that the group may open, or a draft. */
export interface ExposureVersionsTable extends ComparedText {
  check_id: number;
  file_id: number;
  version: number;
  is_draft: Flag;
  is_new: Flag;
}

export interface ExposureFindingsTable extends DraftReference {
  id: GeneratedAlways<number>;
  check_id: number;
  file_id: number;
  version: number;
  /** That of a row of `content_findings`, or `name`, `folder-name`, `placeholder-name` or `answer`. */
  kind: string;
  page: number | null;
  span_start: number | null;
  span_end: number | null;
  value_hash: Buffer;
  /** The row with the value of what is hidden. */
  content_finding_id: number | null;
  question: string | null;
  is_new: Flag;
  decision: Later<'accept' | 'lower'>;
  reason: Later<string>;
  decided_by_id: Later<number>;
  decided_at: Later<Instant>;
  /**
   * The folder whose name the finding is in, or that of the placeholder, and the name as it was; the file is 0 then. Spans are
   * those in the name.
   */
  folder_id: Later<number>;
  folder_name: Later<string>;
}

/** The drafts to which an exposure check is limited. */
export interface SelectedDrafts {
  readonly checkId: number;
  /** Says when scheduled publications are applied: never, before the drafts, or after them. */
  readonly scheduled: 'none' | 'before' | 'after';
}
