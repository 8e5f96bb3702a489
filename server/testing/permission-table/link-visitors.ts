import { randomBytes } from 'node:crypto';
import type { TestClient } from '../clients/inject-client.ts';
import type { Factories } from '../factories.ts';
import type { TestApp } from '../test-app.ts';

/** Visitors of a link in each state, who are answered like the visitor of an invitation in that state. */
export const LINK_ROLES = [
  'link visitor',
  'visitor of an expired link',
  'visitor of a disabled link',
  'visitor of a revoked link',
  'link visitor who must accept terms',
] as const;

interface LinkUsers {
  readonly testApp: TestApp;
  readonly owner: Awaited<ReturnType<Factories['user']>>;
}

const DAY_MS = 86_400_000;

/** Inserts terms with one version; returns their id. */
async function insertTerms({ testApp, owner }: LinkUsers): Promise<number> {
  const { db, now } = testApp.server.services;
  const { id } = await db
    .insertInto('terms')
    .values({ owner_id: owner.id, name: 'NDA', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = { terms_id: id, number: 1, text: 'Tell nobody.', text_sha256: '', created_at: now() };
  await db.insertInto('terms_versions').values(version).execute();
  return id;
}

/** Creates a visitor whom a link of the owner has admitted to a folder, and then brings the link into a state. */
export async function clientForLinkVisitor(
  people: LinkUsers,
  folderId: number,
  role: (typeof LINK_ROLES)[number],
): Promise<TestClient> {
  const { testApp, owner } = people;
  const { db, now } = testApp.server.services;
  const link = await db
    .insertInto('links')
    .values({
      slug_hash: randomBytes(32),
      encrypted_slug: testApp.server.services.encryptor.encrypt('link slug', 'slug'),
      owner_id: owner.id,
      name: 'Link',
      settings: '{"level":"view"}',
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const target = { link_id: link.id, entry_kind: 'folder', entry_id: folderId } as const;
  await db.insertInto('link_targets').values(target).execute();
  const visitor = await testApp.visitor({ inviter: owner, expiresAt: now() + DAY_MS });
  const invitation = db.updateTable('invitations').where('id', '=', visitor.invitationId);
  await invitation.set({ link_id: link.id }).execute();
  const { email } = await db
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', visitor.invitationId)
    .executeTakeFirstOrThrow();
  const times = { visits: 1, first_visit_at: now(), last_visit_at: now() };
  const person = { link_id: link.id, email, email_key: email, verified_by: 'code' } as const;
  await db
    .insertInto('link_visitors')
    .values({ ...person, ...times, invitation_id: visitor.invitationId })
    .execute();
  if (role === 'visitor of an expired link') await invitation.set({ expires_at: now() - 1 }).execute();
  if (role === 'visitor of a disabled link') await owner.patch(`/api/links/${link.id}`, { disabled: true });
  if (role === 'visitor of a revoked link') await owner.delete(`/api/links/${link.id}`);
  if (role === 'link visitor who must accept terms') {
    const terms_id = await insertTerms(people);
    await db.updateTable('links').set({ terms_id }).where('id', '=', link.id).execute();
  }
  return visitor;
}
