import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { TermsTable } from '#server/database/tables/terms.ts';
import { type TermsAction, termsPolicy } from '#shared/policies/terms.ts';
import { authorize } from '../authorize.ts';

export type TermsRow = Selectable<TermsTable>;

const REFUSALS = {
  notFound: 'The terms could not be found',
  forbidden: "You don't have permission to do this with the terms",
};

/** Loads terms by their id; the only way to do so. Deleted terms are not found. */
export async function loadTerms(ctx: Context, id: number, action: TermsAction): Promise<TermsRow> {
  const row = await ctx.db
    .selectFrom('terms')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', REFUSALS.notFound);
  const resource = { ownerId: row.owner_id };
  authorize(termsPolicy.view(ctx.actor, resource), termsPolicy[action](ctx.actor, resource), REFUSALS);
  return row;
}
