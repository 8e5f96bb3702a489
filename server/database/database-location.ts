import { join } from 'node:path';
import type { DatabaseLocation } from './open-database.ts';

/** The settings that say where the database of an installation is: `DATABASE_URL`, or a file in the data directory. */
interface LocationSettings {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

export const databaseLocation = ({ databaseUrl, dataDir }: LocationSettings): DatabaseLocation =>
  databaseUrl === undefined
    ? { engine: 'sqlite', file: join(dataDir, 'muniment.db') }
    : { engine: 'postgres', url: databaseUrl };
