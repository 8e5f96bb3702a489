import { join } from 'node:path';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import type { Config } from './config.ts';

/** Returns where the database of an installation is: the one named by `DATABASE_URL`, or a file in the data directory. */
export const databaseLocation = ({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabaseLocation =>
  databaseUrl === undefined
    ? { engine: 'sqlite', file: join(dataDir, 'muniment.db') }
    : { engine: 'postgres', url: databaseUrl };
