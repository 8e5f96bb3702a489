import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { listenOnChannel } from '../listen-for-changes.ts';
import { ANNOUNCED_TABLES } from '../migrations/0038-live-updates/announced-tables.ts';
import { announceWith, whenChanged } from '../migrations/0038-live-updates/live-updates.ts';
import { GROUP_RIGHT_ANNOUNCEMENTS } from '../migrations/0051-group-rights/0051-group-rights.ts';
import { WATERMARK_RULE_ANNOUNCEMENTS } from '../migrations/0057-rooms/0057-room-watermarks.ts';
import type { Database } from '../open-database.ts';
import { ANNOUNCE, type CommittedAnnouncements, LOST } from './committed-announcements.ts';

/** Called with what committed transactions announced, in their order. */
interface AnnouncementListener {
  onAnnounced(texts: readonly string[]): void;
  /** Announcements may have been lost: anything may have changed. Called at the beginning too if it takes a moment to listen. */
  onLost(): void;
}

interface Announcements {
  /** Resolves once everything that was committed before this call has been announced, or counts as lost. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export type ListenForAnnouncements = (listener: AnnouncementListener) => Announcements;

const CHANNEL = 'muniment_live';
/** Begins what a node tells itself; all others ignore it. */
const SETTLED = 'settled ';
const SETTLE_TIMEOUT_MS = 2_000;

/** Hears what any node announces on PostgreSQL, on a connection of its own. */
export const announcementsOfPostgres =
  (url: string, db: Database): ListenForAnnouncements =>
  ({ onAnnounced, onLost }) => {
    const waiting = new Map<string, () => void>();
    const settleAll = (): void => {
      for (const resolve of waiting.values()) resolve();
    };
    const listener = listenOnChannel(url, CHANNEL, {
      onConnected: () => {
        onLost();
        settleAll();
      },
      onNotification: (text) => {
        if (text.startsWith(SETTLED)) waiting.get(text)?.();
        else if (text !== '') onAnnounced([text]);
      },
    });
    return {
      /** Notifications come in the order of commits, so that its own comes after all that were committed before. */
      async settle() {
        const text = `${SETTLED}${randomUUID()}`;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.set(text, resolve);
        const timer = setTimeout(() => {
          onLost();
          resolve();
        }, SETTLE_TIMEOUT_MS).unref();
        try {
          await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
          await promise;
        } finally {
          clearTimeout(timer);
          waiting.delete(text);
        }
      },
      async close() {
        settleAll();
        await listener.close();
      },
    };
  };

/** How often the process looks for commits of others, such as scripts. */
const OTHERS_INTERVAL_MS = 1_000;

/**
 * Adds the triggers of PostgreSQL to the connection of this process: nothing of them is stored, and other processes do not pay
 * for them. What those change is noticed, and counts as lost.
 */
export async function announcementsOfSqlite(
  db: Database,
  announcements: CommittedAnnouncements,
): Promise<ListenForAnnouncements> {
  // Together, or each would be a commit of its own.
  await db.transaction().execute(createTriggers);
  return ({ onAnnounced, onLost }) => {
    const stop = announcements.listen((texts) => (texts[0] === LOST ? onLost() : onAnnounced(texts)));
    let known: number | undefined;
    const look = async () => {
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
      const version = rows[0]?.data_version;
      if (known !== undefined && version !== known) onLost();
      known = version;
    };
    // A failure needs no report of its own: every query that fails for the same reason is logged.
    const lookAgain = () => void look().catch(() => {});
    lookAgain();
    const timer = setInterval(lookAgain, OTHERS_INTERVAL_MS).unref();
    return {
      // A commit of this process is announced before anything else can happen.
      settle: async () => {},
      async close() {
        clearInterval(timer);
        stop();
      },
    };
  };
}

async function createTriggers(db: Database): Promise<void> {
  const announce = (text: string): string => `select ${ANNOUNCE}(${text})`;
  for (const table of [...ANNOUNCED_TABLES, WATERMARK_RULE_ANNOUNCEMENTS, GROUP_RIGHT_ANNOUNCEMENTS]) {
    const { name, columns } = table;
    const triggers = [
      ['insert', 'insert', '', table.insert],
      ['update', `update of ${columns.join(', ')}`, `when ${whenChanged(table)}`, table.update],
      ['delete', 'delete', '', table.delete],
    ] as const;
    for (const [change, event, when, announcements] of triggers)
      if (announcements)
        await sql
          .raw(
            `create temp trigger announce_${name}_${change} after ${event} on main.${name} for each row ${when} begin ${announceWith(announcements, announce)} end`,
          )
          .execute(db);
  }
}
