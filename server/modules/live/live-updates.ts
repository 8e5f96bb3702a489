import { type Context, type Services, systemContext } from '#server/app/context.ts';
import { AppError, isUnavailable } from '#server/app/errors.ts';
import { findSight } from '#server/authorization/live/find-sight.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { listDueChanges } from './list-due-changes.ts';
import { HEARTBEAT, type LiveConnection, openConnection, RESYNC } from './live-connection.ts';
import { notify, type Viewer } from './live-viewer.ts';
import { forEachOf, notifyOverlooked, notifyViewers } from './notify-viewers.ts';
import { parseAnnouncement } from './parse-announcement.ts';
import { pauseAfter } from './pause-between-rounds.ts';
import { Viewers } from './viewers.ts';

/** Changes are collected for this long. */
const COLLECT_MS = 50;
/** Changes that are notified at once, and that may wait; with more, everybody is notified to ask for everything. */
const MAX_NOTIFIED = 500;
const MAX_PENDING = 20_000;
/** After a failure, such as an outage of the database. */
const RETRY_MS = 2_000;
/** Sessions are checked this often, so that a stream ends within five seconds of its session. */
const CHECK_INTERVAL_MS = 2_000;
/** Proxies close connections on which nothing is sent for a minute. */
const HEARTBEAT_INTERVAL_MS = 20_000;

const CLOSING = 'The server is restarting. Try again in a moment.';

/** Tells the open connections of this process what has changed of what their actors may see. */
export class LiveUpdates {
  readonly #ctx: Context;
  readonly #viewers: Viewers;
  readonly #checkIntervalMs: number;
  #listener: ReturnType<Services['listenForAnnouncements']> | undefined;
  #timers: readonly NodeJS.Timeout[] = [];
  readonly #pending = new Set<string>();
  #isLost = false;
  /** The next round is to happen even if nothing is pending, to look for what is due. */
  #isRoundDue = false;
  #notifyAt: NodeJS.Timeout | undefined;
  #notifying: Promise<void> | undefined;
  #isClosing = false;
  /** Until when rights that begin or end by the clock have been looked for: what viewers are known to see is of this time. */
  #dueUntil: number;

  constructor(services: Services, checkIntervalMs = CHECK_INTERVAL_MS) {
    this.#checkIntervalMs = checkIntervalMs;
    this.#ctx = systemContext(services);
    this.#viewers = new Viewers(services);
    this.#dueUntil = services.now();
  }

  /** Opens a connection for the actor of a request, or refuses when there are too many. */
  async connect(ctx: Context): Promise<LiveConnection> {
    if (this.#isClosing) throw new AppError('unavailable', CLOSING);
    const { sessionToken, viewAsToken, actor, address } = ctx;
    // A contract that admits actors with a session alone leads here.
    if (sessionToken === undefined) throw new AppError('unauthenticated', 'Sign in first');
    const connection = openConnection({ sessionToken, viewAsToken, address });
    const viewer = this.#viewers.add(actor, connection);
    this.#start();
    // Known before the answer begins, so that the first event says everything until then.
    try {
      // Notifying may have computed it meanwhile.
      const sight = viewer.sight ?? (await findSight(ctx.db, ctx));
      viewer.sight ??= sight;
    } catch (error) {
      connection.stream.destroy();
      throw error;
    }
    return connection;
  }

  /** Ends all connections, and refuses new ones. Clients reconnect, to another node. */
  close(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#notifyAt);
    this.#viewers.endAll();
  }

  /** Resolves when nothing uses the database any more. */
  async stop(): Promise<void> {
    this.close();
    await this.#listener?.close();
    await this.#notifying;
  }

  /** Listens once somebody is connected. */
  #start(): void {
    if (this.#listener) return;
    this.#dueUntil = this.#ctx.now();
    this.#listener = this.#ctx.listenForAnnouncements({
      onAnnounced: (texts) => this.#collect(texts),
      onLost: () => {
        this.#isLost = true;
        this.#schedule(COLLECT_MS);
      },
    });
    this.#timers = [
      setInterval(() => void this.#check(), this.#checkIntervalMs).unref(),
      setInterval(() => this.#viewers.sendAll(HEARTBEAT), HEARTBEAT_INTERVAL_MS).unref(),
    ];
  }

  #collect(texts: readonly string[]): void {
    if (this.#viewers.isEmpty) return;
    for (const text of texts) if (parseAnnouncement(text)) this.#pending.add(text);
    if (this.#pending.size > MAX_PENDING) {
      this.#pending.clear();
      this.#isLost = true;
    }
    if (this.#pending.size > 0 || this.#isLost) this.#schedule(COLLECT_MS);
  }

  #schedule(delayMs: number): void {
    if (this.#notifyAt || this.#notifying || this.#isClosing) return;
    this.#notifyAt = setTimeout(() => {
      this.#notifyAt = undefined;
      this.#notifying = this.#notify();
    }, delayMs).unref();
  }

  async #notify(): Promise<void> {
    const begun = performance.now();
    let delayMs = RETRY_MS;
    try {
      const at = this.#ctx.now();
      this.#isRoundDue = false;
      if (this.#isLost) await this.#notifyLoss(at);
      else await this.#notifyPending(at);
      this.#viewers.flush();
      delayMs = pauseAfter(begun);
    } catch (error) {
      if (!isUnavailable(error)) this.#ctx.log.error({ err: error }, 'notifying live changes failed');
      this.#isLost = true;
    }
    this.#notifying = undefined;
    if (this.#viewers.isEmpty) {
      this.#pending.clear();
      this.#isLost = false;
    }
    // The time until the next event, also when nothing waits for it yet.
    if (!this.#isClosing) {
      this.#notifyAt = setTimeout(() => {
        this.#notifyAt = undefined;
        if (this.#pending.size > 0 || this.#isLost || this.#isRoundDue) this.#schedule(0);
      }, delayMs).unref();
    }
  }

  /** Notifies what has changed, with rights that begin or end until now: viewers whose sight was read without these would not hear of them later. */
  async #notifyPending(at: number): Promise<void> {
    const [rights, ...published] = await listDueChanges(this.#ctx, this.#dueUntil, at);
    this.#dueUntil = at;
    this.#collect(published);
    const texts = [...(rights === undefined ? [] : [rights]), ...this.#pending.keys()].slice(0, MAX_NOTIFIED);
    for (const text of texts) this.#pending.delete(text);
    if (texts.length === 0) return;
    const announced = texts.flatMap((text) => parseAnnouncement(text) ?? []);
    const refresh = (viewers: readonly Viewer[]) => this.#viewers.refresh(viewers, at);
    const ctx = { ...this.#ctx, now: () => at };
    const reread = await notifyViewers(ctx, this.#viewers.all, announced, refresh);
    if (reread.length === 0) return;
    await this.#listener?.settle();
    const pending = [...this.#pending].flatMap((text) => parseAnnouncement(text) ?? []);
    await notifyOverlooked(ctx, reread, pending);
  }

  /** Everything may have changed, also what the viewers see. */
  async #notifyLoss(at: number): Promise<void> {
    this.#isLost = false;
    this.#pending.clear();
    this.#dueUntil = at;
    const viewers = this.#viewers.all;
    for (const viewer of viewers) viewer.sight = undefined;
    await forEachOf(await this.#viewers.refresh(viewers, at), async (viewer) => {
      viewer.sight = await findSight(this.#ctx.db, { ...this.#ctx, now: () => at, actor: viewer.actor });
      notify(viewer, RESYNC);
    });
  }

  /** Ends the connections whose session has ended or that maintenance excludes, and has a round look for rights that begin or end by the clock. */
  async #check(): Promise<void> {
    const now = this.#ctx.now();
    if (this.#viewers.isEmpty) {
      this.#dueUntil = now;
      return;
    }
    try {
      await this.#viewers.refresh(this.#viewers.all, now);
      const { maintenanceMode } = await loadSettings(this.#ctx);
      if (maintenanceMode) this.#viewers.endAll(({ actor }) => !isAdmin(actor));
      this.#isRoundDue = true;
      this.#schedule(COLLECT_MS);
    } catch (error) {
      // During an outage of the database the connections continue.
      if (!isUnavailable(error)) this.#ctx.log.error({ err: error }, 'checking live connections failed');
    }
  }
}
