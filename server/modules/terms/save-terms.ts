import { createHash } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadTerms } from '#server/authorization/links/load-terms.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import * as queries from './queries.ts';

/** The content of a version. */
export interface VersionContent {
  readonly text: string;
  /** The document, whose `text` then is what was read from it. */
  readonly document?: {
    readonly blobKey: string;
    readonly name: string;
    readonly sha256: string;
    readonly pages: number | null;
  };
}

const toColumns = ({ text, document }: VersionContent, now: number) => ({
  text,
  text_sha256: createHash('sha256').update(text).digest('hex'),
  created_at: now,
  ...(document && {
    blob_key: document.blobKey,
    document_name: document.name,
    document_sha256: document.sha256,
    document_pages: document.pages,
  }),
});

/** Describes the document of a version in the audit log. */
const detailsOf = ({ document }: VersionContent) =>
  document && { document: document.name, sha256: document.sha256 };

/** Creates terms with their first version; returns their id. */
export const createTerms = (ctx: Context, { name, text }: { name: string; text: string }): Promise<number> =>
  transaction(ctx, (ctx) => addTerms(ctx, name, { text }));

/** Creates terms inside a transaction. */
export async function addTerms(ctx: Context, name: string, content: VersionContent): Promise<number> {
  const owner = await loadCurrentUser(ctx);
  const now = ctx.now();
  const id = await queries.insertTerms(ctx.db, { owner_id: owner.id, name, created_at: now });
  await queries.insertVersion(ctx.db, { terms_id: id, number: 1, ...toColumns(content, now) });
  await audit(ctx, { action: 'terms.create', object: { kind: 'terms', id, name }, ...withDetails(content) });
  return id;
}

function withDetails(content: VersionContent) {
  const details = detailsOf(content);
  return details ? { details } : {};
}

/** Publishes a new version. Visitors in links that ask for the terms accept it before their next request. */
export const publishTerms = (ctx: Context, id: number, text: string): Promise<void> =>
  transaction(ctx, (ctx) => addVersion(ctx, id, { text }));

/** Publishes a new version inside a transaction. */
export async function addVersion(ctx: Context, id: number, content: VersionContent): Promise<void> {
  await queries.lockTerms(ctx.db, id);
  const { name } = await loadTerms(ctx, id, 'update');
  const current = await queries.findCurrentVersion(ctx.db, id);
  if (current) assertDiffers(content, current);
  const number = (current?.number ?? 0) + 1;
  await queries.insertVersion(ctx.db, { terms_id: id, number, ...toColumns(content, ctx.now()) });
  await audit(ctx, {
    action: 'terms.publish',
    object: { kind: 'terms', id, name },
    details: { version: number, ...detailsOf(content) },
  });
}

/** Refuses what everybody would be asked again to accept without any change. */
function assertDiffers(
  { text, document }: VersionContent,
  current: { text: string; document_sha256: string | null },
): void {
  const isSame = document ? current.document_sha256 === document.sha256 : current.text === text;
  if (!isSame || (!document && current.document_sha256 !== null)) return;
  const message = document
    ? 'This is the current document. Choose another one to publish a new version.'
    : 'This is the current text. Change it to publish a new version.';
  throw new AppError('invalid', message, { fields: { [document ? 'file' : 'text']: message } });
}

export function renameTerms(ctx: Context, id: number, name: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const before = await loadTerms(ctx, id, 'update');
    await queries.setTerms(ctx.db, id, { name });
    await audit(ctx, {
      action: 'terms.rename',
      object: { kind: 'terms', id, name },
      details: { before: before.name },
    });
  });
}

/** Deletes terms that no link asks for, since a link without them would admit people who have not accepted. */
export function deleteTerms(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await queries.lockTerms(ctx.db, id);
    const { name } = await loadTerms(ctx, id, 'delete');
    const { links } = await queries.findListedTerms(ctx.db, id);
    if (links > 0)
      throw new AppError('conflict', 'Links ask for these terms. Remove the terms from the links first.');
    await queries.setTerms(ctx.db, id, { deleted_at: ctx.now() });
    await audit(ctx, { action: 'terms.delete', object: { kind: 'terms', id, name } });
  });
}

/** Checks that the actor may have a link ask for the terms, which cannot be deleted until the transaction ends. */
export async function assertMayRequireTerms(ctx: Context, id: number): Promise<void> {
  await queries.lockTerms(ctx.db, id);
  await loadTerms(ctx, id, 'require');
}
