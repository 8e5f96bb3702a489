import { sql } from 'kysely';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';

/** Selects the state of the current content of a row of `files`. */
export const scanState =
  sql<ScanState>`(select blobs.scan_state from blobs where blobs.key = files.blob_key)`.as('scan_state');
