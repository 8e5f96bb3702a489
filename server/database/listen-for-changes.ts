import { setTimeout as wait } from 'node:timers/promises';
import type * as pg from 'pg';
import { connectionOptions, loadDriver } from './postgres-pool.ts';

/** A change that another process has added: jobs to run, or files to index again. */
export type Change = 'jobs' | 'index';

export interface ChangeListener {
  close(): Promise<void>;
}

/** The channel and the payloads of the migration `0005-change-notifications`. */
const CHANNEL = 'muniment';
const CHANGES: readonly Change[] = ['jobs', 'index'];
const RECONNECT_DELAY_MS = 1_000;

interface ChannelListener {
  /** Called when the connection is open, and whenever it is opened anew: notifications sent meanwhile are lost. */
  onConnected(): void;
  onNotification(payload: string): void;
}

/**
 * Listens on a channel of PostgreSQL. Holds a connection of its own, since those of the pool are shared, and opens it anew when
 * it breaks.
 */
export function listenOnChannel(
  url: string,
  channel: string,
  { onConnected, onNotification }: ChannelListener,
): ChangeListener {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: pg.Client | undefined;

  async function listenOnce(): Promise<void> {
    const { Client } = loadDriver();
    const opened = new Client(connectionOptions(url, { isReadOnly: false, limits: undefined }));
    client = opened;
    const ended = new Promise<void>((resolve) => {
      // An error without a listener would end the process; 'end' follows it.
      opened.on('error', () => {}).once('end', resolve);
    });
    opened.on('notification', ({ payload = '' }) => onNotification(payload));
    await opened.connect();
    await opened.query(`listen ${channel}`);
    onConnected();
    await ended;
  }

  async function listen(): Promise<void> {
    while (!signal.aborted) {
      // Failures need no report of their own: every query that fails for the same reason is logged.
      await listenOnce().catch(() => client?.end().catch(() => {}));
      await wait(RECONNECT_DELAY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  }

  const listening = listen();
  return {
    async close() {
      stopping.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}

/**
 * Calls `onChange` as soon as a transaction of any process has committed a change. Everything counts as changed when the
 * connection was opened anew.
 */
export const listenForChanges = (url: string, onChange: (change: Change) => void): ChangeListener =>
  listenOnChannel(url, CHANNEL, {
    onConnected: () => {
      for (const change of CHANGES) onChange(change);
    },
    onNotification: (payload) => {
      const change = CHANGES.find((each) => each === payload);
      if (change) onChange(change);
    },
  });
