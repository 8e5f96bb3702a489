// npm run audit:verify [-- export.jsonl]: verifies the audit log, or an exported one.
import { readConfig } from '#server/app/config.ts';
import { readEncryptionKeys } from '#server/app/open-encryption-keys.ts';
import { verifyAuditExport } from '#server/database/audit/verify-audit-export.ts';
import { type AuditVerification, verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import { openDatabase } from '#server/database/open-database.ts';

async function verifyInstallationLog(): Promise<AuditVerification> {
  const config = readConfig(process.env);
  const { db } = openDatabase({ ...databaseLocation(config), isReader: true });
  try {
    const { keyRing } = await readEncryptionKeys(config, db);
    return await verifyAuditLog(db, keyRing);
  } finally {
    await db.destroy();
  }
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const [file] = process.argv.slice(2);
  const { verifiedRows, newest, problem } = await (file === undefined
    ? verifyInstallationLog()
    : verifyAuditExport(file));
  if (problem === undefined) {
    print(`${verifiedRows} rows, chain whole`);
    if (newest)
      print(`The newest, of ${new Date(newest.occurred_at).toISOString()}, has the hash ${newest.hash}`);
  } else {
    print(problem);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`The audit log was not verified: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
