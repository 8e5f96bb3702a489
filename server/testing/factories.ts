import type { App } from '#server/app/app.ts';
import { type Services, systemContext } from '#server/app/context.ts';
import { createSession } from '#server/authorization/sessions.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import { createToken } from '#server/modules/invitations/invitation-token.ts';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { createTestClient, type TestClient } from './clients/inject-client.ts';

interface TestUser extends TestClient {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  folder(name?: string, parentId?: number | null): Promise<Folder>;
  file(options?: {
    name?: string;
    content?: string | Buffer;
    folderId?: number | null;
    allowDownload?: boolean;
  }): Promise<File>;
}

export interface Factories {
  /** Creates a user with a session. */
  user(options?: { isAdmin?: boolean }): Promise<TestUser>;
  /** Gives a user edit access to a folder. */
  share(folderId: number, person: TestUser): Promise<void>;
  unshare(folderId: number, person: TestUser): Promise<void>;
  /** Creates a visitor with a temporary link to folders, already signed in. */
  visitor(options: VisitorOptions): Promise<TestClient & { invitationId: number }>;
}

interface VisitorOptions {
  inviter: TestUser;
  folderIds?: number[];
  allFolders?: boolean;
  mayDownload?: boolean;
  email?: string;
  expiresAt?: number;
}

const SESSION_CLIENT = { address: '127.0.0.1', userAgent: 'test' };
const COOKIE = 'muniment_session';
export const PASSWORD = 'a password to test with';

/** The hash of `PASSWORD` with 64 KiB and one pass: verifying a real one takes longer than most tests. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$c2FsdCBmb3IgdGVzdGluZw$DPG1CakrO5mAvvWjA8zYR4PqQqFoqGpjPsJSH6vYbSc';
let userCount = 0;

/** Creates the administrator that the start would create with `PASSWORD`, without its hashing. */
export async function insertFirstAdministrator(
  services: Omit<Services, 'wakeJobs' | 'wakeIndex'>,
): Promise<void> {
  const { username, email } = services.config.firstAdmin;
  await insertAccount(
    systemContext({ ...services, wakeJobs() {}, wakeIndex() {} }),
    { username, email, isAdmin: true, hasVerifiedEmail: true },
    PASSWORD_HASH,
    'user.create',
  );
}

function createTestUser(
  app: App,
  account: { id: number; username: string; email: string },
  token: string,
): TestUser {
  const client = createTestClient(app.http, `${COOKIE}=${token}`);
  return Object.assign(client, {
    id: account.id,
    username: account.username,
    email: account.email,
    async folder(name = 'Folder', parentId: number | null = null): Promise<Folder> {
      const answer = await client.post('/api/folders', { name, parentId });
      if (answer.status !== 201) throw new Error(`No folder: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async file({
      name = 'note.txt',
      content = 'A note.',
      folderId = null,
      allowDownload = true,
    } = {}): Promise<File> {
      const answer = await client.form('/api/files', [
        { name: 'folderId', value: folderId === null ? '' : String(folderId) },
        { name: 'allowDownload', value: String(allowDownload) },
        { name: 'file', value: content, filename: name },
      ]);
      if (answer.status !== 201) throw new Error(`No file: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  } satisfies Partial<TestUser>) as TestUser; // Object.assign widens the optional arguments away
}

export function createFactories(app: App): Factories {
  const { services } = app;
  const anonymousContext = { ...services, actor: { kind: 'anonymous' } as const, address: '' };
  return {
    async user({ isAdmin = false } = {}) {
      userCount += 1;
      const username = `person-${userCount}`;
      const names = { username, email: `${username}@example.test` };
      const account = await insertAccount(
        anonymousContext,
        { ...names, isAdmin, hasVerifiedEmail: true },
        PASSWORD_HASH,
        'user.create',
      );
      return createTestUser(
        app,
        account,
        await createSession(services, { userId: account.id }, SESSION_CLIENT),
      );
    },
    async share(folderId, { id }) {
      await services.db
        .insertInto('collaborators')
        .values({ folder_id: folderId, user_id: id, created_at: services.now() })
        .execute();
    },
    async unshare(folderId, { id }) {
      await services.db
        .deleteFrom('collaborators')
        .where('folder_id', '=', folderId)
        .where('user_id', '=', id)
        .execute();
    },
    async visitor({ inviter, folderIds = [], allFolders = false, mayDownload = false, email, expiresAt }) {
      const { id: invitationId } = await services.db
        .insertInto('invitations')
        .values({
          email: email ?? 'visitor@example.test',
          role: 'visitor',
          all_folders: allFolders ? 1 : 0,
          allow_download: mayDownload ? 1 : 0,
          ...createToken(services),
          inviter_id: inviter.id,
          created_at: services.now(),
          expires_at: expiresAt ?? services.now() + 86_400_000,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const folderId of folderIds) {
        await services.db
          .insertInto('invitation_folders')
          .values({ invitation_id: invitationId, folder_id: folderId })
          .execute();
      }
      const token = await createSession(services, { invitationId }, SESSION_CLIENT);
      return Object.assign(createTestClient(app.http, `${COOKIE}=${token}`), { invitationId });
    },
  };
}
