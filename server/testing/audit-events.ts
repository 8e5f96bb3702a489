import type { AuditRow } from '#server/database/audit/audit-chain.ts';
import { readAuditRows } from '#server/database/audit/persons/read-audit-rows.ts';
import type { TestApp } from './test-app.ts';

/** Returns rows of the log as people read them. */
export const readRows = <Row extends AuditRow>(
  { server: { services } }: TestApp,
  rows: readonly Row[],
): Promise<Row[]> => readAuditRows(services.db, services, rows);

/** Lists the audit events since a position, without the fields that differ from run to run. */
export async function listAuditEvents(testApp: TestApp, after = 0) {
  const rows = await testApp.server.services.db
    .selectFrom('audit_log')
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .execute();
  return (await readRows(testApp, rows)).map((row) => ({
    position: row.position,
    actor: row.actor_name,
    action: row.action,
    object: row.object_kind === null ? null : `${row.object_kind} ${row.object_id} ${row.object_name}`,
    result: row.result,
    details: row.details === null ? null : JSON.parse(row.details),
    address: row.address,
  }));
}

export async function findLastPosition(testApp: TestApp): Promise<number> {
  return (
    await testApp.server.services.db.selectFrom('audit_head').select('position').executeTakeFirstOrThrow()
  ).position;
}
