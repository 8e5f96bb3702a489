import { type Kysely, sql } from 'kysely';

/** Adds the index by which a check counts the findings that nobody decided yet. */
export async function addUndecidedFindings(db: Kysely<unknown>): Promise<void> {
  await sql`create index exposure_findings_undecided on exposure_findings (check_id, file_id) where decision is null`.execute(
    db,
  );
}
