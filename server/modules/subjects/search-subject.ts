import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import type { Subject } from '#shared/contracts/subjects/subjects.ts';
import { describeSubject, findScope } from './describe-subject.ts';

/** Says what is stored about a person. */
export async function searchSubject(ctx: Context, email: string): Promise<Subject> {
  authorizeSystemAction(ctx.actor, 'manageSubjects');
  await assertReauthenticated(ctx);
  const scope = await findScope(ctx, email);
  await audit(ctx, { action: 'subject.search', details: { email: scope.emailKey } });
  return describeSubject(ctx, scope);
}
