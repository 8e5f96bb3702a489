import type { Context } from '#server/app/context.ts';
import { loadTerms } from '#server/authorization/links/load-terms.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { Terms, TermsWithText } from '#shared/contracts/links/terms.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import * as queries from './queries.ts';

type VersionRow = Awaited<ReturnType<typeof queries.listVersions>>[number];

const presentVersion = ({
  id,
  number,
  created_at,
  document_name: name,
  document_pages: pages,
}: VersionRow) => ({
  id,
  number,
  createdAt: isoInstant(created_at),
  document: name === null ? null : { name, pages },
});

export const presentTerms = (row: queries.ListedTerms): Terms => ({
  id: row.id,
  name: row.name,
  owner: row.owner,
  createdAt: isoInstant(row.created_at),
  current: presentVersion({ ...row, id: row.version_id, created_at: row.published_at }),
  links: row.links,
  acceptances: row.acceptances,
});

export async function listTerms(ctx: Context, page: Omit<queries.TermsPage, 'ownerId'>) {
  const { id } = await loadCurrentUser(ctx);
  return queries.listTerms(ctx.db, { ...page, ownerId: isAdmin(ctx.actor) ? undefined : id });
}

export async function getTerms(ctx: Context, id: number): Promise<TermsWithText> {
  await loadTerms(ctx, id, 'view');
  const row = await queries.findListedTerms(ctx.db, id);
  const current = await queries.findCurrentVersion(ctx.db, id);
  const versions = await queries.listVersions(ctx.db, id);
  return { ...presentTerms(row), text: current?.text ?? '', versions: versions.map(presentVersion) };
}
