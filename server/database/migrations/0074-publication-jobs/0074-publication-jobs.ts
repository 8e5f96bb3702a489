import { type Kysely, sql } from 'kysely';

/**
 * Adds the jobs that apply publications at their date, and void those whose drafts have changed. A node of version 0.1.0 leaves
 * them alone.
 */
export async function addPublicationJobs(db: Kysely<unknown>): Promise<void> {
  await sql`insert into jobs (kind, payload, created_at, run_at)
    values ('publications.check', '{}', 0, 0), ('publications.compare', '{}', 0, 0)`.execute(db);
}
