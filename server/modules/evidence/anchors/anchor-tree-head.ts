import { type Context, transaction } from '#server/app/context.ts';
import { buckets, type S3Settings } from '#server/engines/storage/object-storage.ts';
import { requestTimeStamp } from '#server/engines/time-stamps/time-stamps.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { readEvidenceSettings } from '#server/modules/settings/evidence-settings.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';
import type { EvidenceSettings } from '#shared/contracts/evidence/anchors.ts';
import type { AnchorKind } from '#shared/domain/evidence/anchors.ts';
import { signTreeHead } from '../sign-tree-head.ts';
import { treeHeadText } from '../signed-texts.ts';
import { type AnchorRow, findLastAnchor, insertAnchor } from './anchor-queries.ts';
import { appendLine } from './append-line.ts';
import { composeTreeHeadMail } from './compose-tree-head-mail.ts';

/** Mails of each hour would not be read. */
const MAIL_INTERVAL_MS = 24 * 60 * 60 * 1000;

const NO_TOKEN = 'The time-stamp server gave no valid token.';
const NOT_WRITTEN = 'The file could not be written.';
const NOT_PUT = 'The bucket did not take the tree head.';
/** Names sort as the heads follow each other. */
const SIZE_DIGITS = 12;

type Outcome = Partial<Pick<AnchorRow, 'token' | 'last_error'>>;
type Anchor = (ctx: Context, head: TreeHead, signal: AbortSignal) => Promise<Outcome>;

/** Signs the tree of the audit log and keeps the head in the places that administrators chose, each once for each head. */
export async function anchorTreeHead(ctx: Context, signal: AbortSignal): Promise<void> {
  const settings = await readEvidenceSettings(ctx);
  const chosen = listAnchors(ctx, settings);
  if (chosen.length === 0) return;
  const head = await signTreeHead(ctx);
  if (!head) return;
  for (const [kind, anchor] of chosen) {
    const last = await findLastAnchor(ctx.db, kind);
    if (last && last.tree_size >= head.treeSize) continue;
    if (kind === 'mail' && last && ctx.now() - (last.anchored_at ?? 0) < MAIL_INTERVAL_MS) continue;
    const outcome = await anchor(ctx, head, signal);
    signal.throwIfAborted();
    if (kind !== 'mail') await record(ctx, kind, head, outcome);
  }
}

function listAnchors(ctx: Context, settings: EvidenceSettings): [AnchorKind, Anchor][] {
  const { timeStampServer: url, anchorToFile, anchorToBucket, anchorMailTo } = settings;
  const { anchorFile: path, anchorBucket: bucket } = ctx.config;
  return [
    ...(url === null ? [] : [['rfc3161', stampWith(url)] satisfies [AnchorKind, Anchor]]),
    ...(anchorToFile && path !== undefined ? [['file', appendTo(path)] satisfies [AnchorKind, Anchor]] : []),
    ...(anchorToBucket && bucket ? [['bucket', putInto(bucket)] satisfies [AnchorKind, Anchor]] : []),
    ...(anchorMailTo.length > 0 && ctx.mailer
      ? [['mail', mailTo(anchorMailTo)] satisfies [AnchorKind, Anchor]]
      : []),
  ];
}

/** Lists the places that administrators chose and the operator set up. */
export const listChosenKinds = (ctx: Context, settings: EvidenceSettings): AnchorKind[] => [
  ...listAnchors(ctx, settings).map(([kind]) => kind),
  ...(settings.anchorInDigests && ctx.mailer ? (['digest'] as const) : []),
];

const record = (ctx: Context, kind: AnchorKind, head: TreeHead, outcome: Outcome): Promise<void> =>
  transaction(ctx, (ctx) =>
    insertAnchor(ctx.db, {
      kind,
      tree_size: head.treeSize,
      checked_at: ctx.now(),
      anchored_at: outcome.last_error ? null : ctx.now(),
      ...outcome,
    }),
  );

const stampWith =
  (url: string): Anchor =>
  async (ctx, head, signal) => {
    const options = { url, allowsPrivate: ctx.config.webhooksAllowPrivate, signal, now: ctx.now() };
    try {
      return { token: (await requestTimeStamp(treeHeadText(head), options)).token };
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn({ err: error }, 'a tree head got no time stamp');
      return { last_error: NO_TOKEN };
    }
  };

const appendTo =
  (path: string): Anchor =>
  async (ctx, head) => {
    try {
      await appendLine(path, JSON.stringify(head));
      return {};
    } catch (error) {
      ctx.log.warn({ err: error }, 'a tree head could not be appended to a file');
      return { last_error: NOT_WRITTEN };
    }
  };

const putInto =
  (bucket: S3Settings): Anchor =>
  async (ctx, head, signal) => {
    const key = `tree-heads/${String(head.treeSize).padStart(SIZE_DIGITS, '0')}-${head.rootHash}.json`;
    try {
      await buckets.writeOnce(bucket, { key, text: `${JSON.stringify(head)}\n`, signal });
      return {};
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn({ err: error }, 'a tree head could not be put into a bucket');
      return { last_error: NOT_PUT };
    }
  };

/** Stores the mails and that they were, in one transaction: nobody gets a head twice. */
const mailTo =
  (addresses: readonly string[]): Anchor =>
  (ctx, head) =>
    transaction(ctx, async (ctx) => {
      const mail = composeTreeHeadMail(head, ctx.config.publicUrl);
      for (const address of addresses) await enqueueMail(ctx, address, mail);
      await record(ctx, 'mail', head, {});
      return {};
    });

/** Signs the head that mails about changes end with; none unless administrators chose so. */
export async function signMailedHead(ctx: Context): Promise<TreeHead | undefined> {
  return (await readEvidenceSettings(ctx)).anchorInDigests ? signTreeHead(ctx) : undefined;
}

/** Notes a head that a mail about changes contains, in the transaction that stores the mail. */
export const recordMailedHead = (ctx: Context, head: TreeHead): Promise<void> =>
  record(ctx, 'digest', head, {});

/** Returns the line about a head for a mail. */
export const describeTreeHead = ({ treeSize, rootHash, signedAt, keyId, signature }: TreeHead): string =>
  `Tree head of the audit log: ${treeSize} ${rootHash} ${signedAt} ${keyId} ${signature}`;
