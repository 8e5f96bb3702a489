import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const MS_PER_TICK = 10;

/** Numbers of `/proc/PID/stat` after the name, which may contain spaces. */
async function readStat(
  pid: number | string,
): Promise<{ parent: number; own: number; children: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = (...at: number[]) => at.reduce((sum, place) => sum + Number(fields[place]), 0);
  return { parent: Number(fields[1]), own: ticks(11, 12), children: ticks(13, 14) };
}

/** Returns what reads the processor time in ms of all processes of a PostgreSQL server on this machine (Linux). */
export async function openPostgresUsage(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Read while the session is open: its process ends with it.
  const session = await readStat(rows[0]?.pid ?? 0);
  await client.end();
  if (!session) throw new Error('The processes of PostgreSQL are not on this machine.');
  const server = session.parent;
  return async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const stats = await Promise.all(pids.map(readStat));
    const ofChildren = stats.reduce((sum, stat) => sum + (stat?.parent === server ? stat.own : 0), 0);
    const ofServer = await readStat(server);
    return (ofChildren + (ofServer?.own ?? 0) + (ofServer?.children ?? 0)) * MS_PER_TICK;
  };
}
