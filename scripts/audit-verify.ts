// npm run audit:verify [-- export.jsonl]: whether the audit log, or an exported one, is what was recorded.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/app/config.ts';
import { databaseLocation } from '#server/app/open-services.ts';
import { deriveAuditKey } from '#server/database/audit/audit-chain.ts';
import { verifyAuditExport } from '#server/database/audit/verify-audit-export.ts';
import { type AuditVerification, verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { masterKeys } from '#server/engines/storage/object-storage.ts';

async function verifyInstallationLog(): Promise<AuditVerification> {
  const config = readConfig(process.env);
  const { dataDir, masterKey: fromEnvironment } = config;
  // Else a key would be made here, under which no seal is right.
  if (fromEnvironment === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new Error(`${join(dataDir, 'master.key')} is missing. Set DATA_DIR, or MASTER_KEY.`);
  const key = deriveAuditKey(await masterKeys.load({ fromEnvironment, dataDir }));
  const { db } = openDatabase({ ...databaseLocation(config), isReader: true });
  try {
    return await verifyAuditLog(db, key);
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
