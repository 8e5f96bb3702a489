import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { checkBoundaries } from './boundaries.ts';

const repository = join(import.meta.dirname, '..', '..');
const config = z
  .object({ forbidden: z.array(z.object({ name: z.string() })) })
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'));

/** A small house that keeps every wall. */
const VALID_FILES: Record<string, string> = {
  'shared/contracts/folders.ts': "import { z } from 'zod'; export const folder = z.object({});",
  'shared/contracts/folders.test.ts': "import { test } from 'vitest'; import { folder } from './folders.ts';",
  'shared/domain/egg.ts': 'export type Egg = 1;',
  'shared/domain/hen.ts': "import type { Egg } from './egg.ts'; export type Hen = Egg;",
  'server/app/main.ts': "import { app } from './app.ts';",
  'server/app/app.ts':
    "import './features/folders/routes.ts'; import './features/search/jobs.ts'; export const app = 1;",
  'server/app.test.ts': "import './testing/test-app.ts'; import { expect } from 'vitest';",
  'server/app/config.ts': 'export const config = 1;',
  'server/app/context.ts':
    "import type { Database } from './platform/db/database.ts'; export type Context = Database;",
  'server/app/errors.ts': 'export class AppError {}',
  'server/authorization/authorize.ts':
    "import { Kysely } from 'kysely'; import type { Context } from '../context.ts';",
  'server/platform/db/database.ts':
    "import { Kysely } from 'kysely'; import 'better-sqlite3'; export type Database = 1;",
  'server/platform/render/plant.ts': 'export const drawing = 1;',
  'server/platform/storage/disk.ts':
    "import { config } from '../../config.ts'; import type { Pool } from 'pg';",
  'server/engines/queue/queries.ts': "import { sql } from 'kysely'; export const claimJob = sql;",
  'server/engines/queue/job-worker.ts':
    "import type { Database } from '../db/database.ts'; import { claimJob } from './queries.ts';",
  'server/engines/documents/testing/make-documents.ts': "import 'pdf-lib'; import '../../storage/disk.ts';",
  'server/platform/text/extract.test.ts': "import './testing/documents.ts';",
  'server/testing/test-app.ts': "import { app } from '../app.ts'; import 'vitest';",
  'server/features/admin/list-users.ts': 'export const listUsers = 1;',
  'server/modules/accounts/sign-in.ts': 'export const signIn = 1;',
  'server/modules/folders/queries.ts': "import { sql } from 'kysely'; export const listFolders = 1;",
  'server/modules/folders/move-folder.ts':
    "import { listFolders } from './queries.ts'; import '../auth/sign-in.ts';",
  'server/modules/folders/routes.ts': "import './move-folder.ts'; import '#shared/contracts/folders.ts';",
  'server/modules/search/jobs.ts': "import '#server/modules/folders/move-folder.ts';",
  'web/apps/main/main.tsx': "import './app/router.tsx';",
  'web/apps/main/router.tsx': "import '../pages/folder-page.tsx';",
  'web/pages/folder-page.tsx': "import '#web/features/folders/folder-list.tsx';",
  'web/features/auth/session.ts': 'export const session = 1;',
  'web/features/folders/folder-list.tsx': "import '#web/ui/buttons/button.tsx'; import '../auth/session.ts';",
  'web/lib/http/request.ts':
    "import type { folder } from '#shared/contracts/folders.ts'; export const request = 1;",
  'web/ui/buttons/button.tsx': "import clsx from 'clsx'; import './theme.css';",
  'web/ui/theme.css': '',
};

/** One forbidden import a line: the rule that must catch it, the file, what the file says. */
const VIOLATIONS: [rule: string, file: string, text: string][] = [
  ['shared-uses-zod-alone', 'shared/domain/clock.ts', "import { hrtime } from 'node:process';"],
  ['shared-uses-zod-alone', 'shared/domain/classes.ts', "import clsx from 'clsx';"],
  [
    'shared-uses-zod-alone',
    'shared/domain/refusal.ts',
    "import type { AppError } from '#server/app/errors.ts';",
  ],
  ['shared-tests-stay-in-shared', 'shared/domain/clock.test.ts', "import '#server/app/errors.ts';"],
  [
    'web-knows-no-server',
    'web/pages/typed-page.tsx',
    "import type { AppError } from '#server/app/errors.ts';",
  ],
  [
    'web-knows-no-server',
    'web/pages/lazy-page.tsx',
    "export const lazy = () => import('../../server/errors.ts');",
  ],
  ['server-knows-no-web', 'server/http/links.ts', "import type { request } from '#web/lib/http/request.ts';"],
  ['web-ui-uses-itself-alone', 'web/ui/fetching-table.tsx', "import { request } from '../lib/request.ts';"],
  [
    'web-ui-uses-itself-alone',
    'web/ui/folder-icon.tsx',
    "import type { folder } from '#shared/contracts/folders.ts';",
  ],
  ['web-lib-uses-itself-and-shared', 'web/lib/ask.ts', "import '../ui/button.tsx';"],
  ['auth-uses-no-later-feature', 'server/features/auth/plant.ts', "import '../folders/move-folder.ts';"],
  [
    'auth-uses-no-later-feature',
    'web/features/auth/plant.ts',
    "import '#web/features/folders/folder-list.tsx';",
  ],
  ['settings-uses-no-later-feature', 'server/features/settings/plant.ts', "import '../activity/plant.ts';"],
  [
    'activity-uses-no-later-feature',
    'server/features/activity/plant.ts',
    "import '../folders/move-folder.ts';",
  ],
  ['folders-uses-no-later-feature', 'server/features/folders/plant.ts', "import '../files/plant.ts';"],
  [
    'files-uses-no-later-feature',
    'server/features/files/plant.ts',
    "import '#server/features/search/plant.ts';",
  ],
  [
    'search-uses-no-later-feature',
    'server/features/search/plant.ts',
    "import type { x } from '../invitations/plant.ts';",
  ],
  ['uploads-uses-no-later-feature', 'server/features/uploads/plant.ts', "import '../trash/plant.ts';"],
  ['trash-uses-no-later-feature', 'server/features/trash/plant.ts', "import '../mail/plant.ts';"],
  ['audit-uses-no-later-feature', 'server/features/audit/plant.ts', "import '../admin/list-users.ts';"],
  ['mail-uses-no-later-feature', 'server/features/mail/plant.ts', "import '../invitations/plant.ts';"],
  [
    'invitations-uses-no-later-feature',
    'server/features/invitations/plant.ts',
    "import '../visitors/plant.ts';",
  ],
  ['visitors-uses-no-later-feature', 'server/features/visitors/plant.ts', "import '../admin/list-users.ts';"],
  [
    'notifications-uses-no-later-feature',
    'server/features/notifications/plant.ts',
    "import '../admin/list-users.ts';",
  ],
  ['feature-has-its-place', 'server/features/newcomer/greet.ts', "import '../admin/list-users.ts';"],
  ['no-queries-of-another-feature', 'server/features/files/list.ts', "import '../folders/queries.ts';"],
  [
    'feature-knows-no-app-or-page',
    'server/features/files/wiring.ts',
    "import type { app } from '#server/app/app.ts';",
  ],
  ['feature-knows-no-app-or-page', 'web/features/files/link.tsx', "import '#web/pages/folder-page.tsx';"],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/modules/files/routes.ts',
    "import '../folders/queries.ts';",
  ],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/features/files/jobs.ts',
    "import '#server/platform/db/database.ts';",
  ],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/features/admin/jobs.ts',
    "import '#server/platform/storage/disk.ts';",
  ],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/modules/maintenance/queue-routes.ts',
    "import { sql } from 'kysely';",
  ],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/modules/visitors/routes.ts',
    "import '@aws-sdk/client-s3';",
  ],
  [
    'only-app-imports-routes-and-jobs',
    'server/http/register.ts',
    "import '#server/modules/folders/routes.ts';",
  ],
  [
    'access-uses-context-database-shared',
    'server/access/plant.ts',
    "import '#server/modules/accounts/sign-in.ts';",
  ],
  ['access-uses-context-database-shared', 'server/access/store.ts', "import '../platform/storage/disk.ts';"],
  [
    'platform-knows-nothing-of-the-product',
    'server/platform/mail/plant.ts',
    "import '#server/app/context.ts';",
  ],
  ['child-process-knows-no-document', 'server/platform/child-process/plant.ts', "import '../text/plant.ts';"],
  ['text-knows-no-render', 'server/platform/text/plant.ts', "import '../render/plant.ts';"],
  ['sql-has-its-places', 'server/modules/files/rename-file.ts', "import type { Kysely } from 'kysely';"],
  ['sql-has-its-places', 'server/http/session.ts', "import '../platform/db/database.ts';"],
  ['sql-has-its-places-in-platform', 'server/platform/jobs/plant.ts', "import { sql } from 'kysely';"],
  ['sql-has-its-places-in-platform', 'server/platform/mail/save.ts', "import '../db/database.ts';"],
  ['database-engines-stay-in-platform', 'server/modules/files/queries.ts', "import 'better-sqlite3';"],
  ['no-cycles', 'shared/domain/egg.ts', "import type { Hen } from './hen.ts'; export type Egg = Hen;"],
  ['no-barrels', 'web/features/folders/index.ts', "export * from './folder-list.tsx';"],
  ['no-barrels', 'shared/domain/index.ts', 'export const lonely = 1;'],
  [
    'no-test-code-in-product',
    'server/http/serve.ts',
    "import type { x } from '#server/testing/test-app.ts';",
  ],
  ['no-test-code-in-product', 'server/platform/text/extract.ts', "import './testing/documents.ts';"],
  ['no-test-code-in-product', 'web/pages/test-page.tsx', "import '#shared/contracts/folders.test.ts';"],
  ['no-development-library-in-product', 'server/http/fake.ts', "import { vi } from 'vitest';"],
  ['no-development-library-in-product', 'server/http/undeclared.ts', "import ms from 'ms';"],
  ['nothing-unresolved', 'server/http/lost.ts', "import '#server/nowhere.ts';"],
];

const folders: string[] = [];
let violationsFound: string;
beforeAll(async () => {
  const everything = Object.fromEntries(VIOLATIONS.map(([, file, text]) => [file, text]));
  violationsFound = (await checkBoundaries(createRepository({ ...VALID_FILES, ...everything }))).output;
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a house that keeps every wall passes', async () => {
  expect(await checkBoundaries(createRepository(VALID_FILES))).toEqual({ ok: true, output: '' });
});

test.for(VIOLATIONS)('%s catches %s', ([rule, file]) => {
  expect(violationsFound.split('\n').map((line) => line.split(' → ')[0])).toContain(`${rule}: ${file}`);
});

test('every rule has a planted violation', () => {
  expect(new Set(VIOLATIONS.map(([rule]) => rule))).toEqual(
    new Set(config.forbidden.map(({ name }) => name)),
  );
});

test('a cruise that sees no modules fails', async () => {
  const root = createRepository(VALID_FILES);
  writeFileSync(
    join(root, '.dependency-cruiser.cjs'),
    "module.exports = { options: { exclude: '[.]tsx?$' } };",
  );
  const { ok, output } = await checkBoundaries(root);
  expect(ok).toBe(false);
  expect(output).toContain('not seen: server/app/app.ts');
});

test('a cruise over an empty house fails', async () => {
  expect((await checkBoundaries(createRepository({}))).ok).toBe(false);
});

test('a broken configuration fails', async () => {
  const root = createRepository(VALID_FILES);
  writeFileSync(join(root, '.dependency-cruiser.cjs'), 'module.exports = {');
  expect((await checkBoundaries(root)).output).toContain('dependency-cruiser failed');
});

function createRepository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'muniment-walls-'));
  folders.push(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  for (const file of ['package.json', '.dependency-cruiser.cjs'])
    cpSync(join(repository, file), join(root, file));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
