/** A file with forbidden imports: the rule that must report it, its path, its text. */
export type PlantedViolation = [rule: string, file: string, text: string];

/** A small repository in which every import is allowed. */
export const VALID_FILES: Record<string, string> = {
  'shared/contracts/folders.ts': "import { z } from 'zod'; export const folder = z.object({});",
  'shared/contracts/folders.test.ts': "import { test } from 'vitest'; import { folder } from './folders.ts';",
  'shared/domain/egg.ts': 'export type Egg = 1;',
  'shared/domain/hen.ts': "import type { Egg } from './egg.ts'; export type Hen = Egg;",
  'shared/policies/folders.ts': 'export const folderPolicy = 1;',
  'server/app/main.ts': "import { app } from './app.ts';",
  'server/app/app.ts':
    "import '../modules/folders/routes.ts'; import '../modules/search/jobs.ts'; import '../database/database.ts'; export const app = 1;",
  'server/app/app.test.ts': "import '../testing/test-app.ts'; import { expect } from 'vitest';",
  'server/app/config.ts': 'export const config = 1;',
  'server/app/context.ts':
    "import type { Database } from '../database/database.ts'; export type Context = Database;",
  'server/app/errors.ts': 'export class AppError {}',
  'server/authorization/load-folder.ts':
    "import { Kysely } from 'kysely'; import type { Context } from '../app/context.ts'; import '../database/database.ts';",
  'server/database/database.ts':
    "import { Kysely } from 'kysely'; import 'better-sqlite3'; import { config } from '../app/config.ts'; export type Database = 1;",
  'server/engines/storage/disk-store.ts':
    "import { config } from '../../app/config.ts'; import type { Pool } from 'pg'; import '@aws-sdk/client-s3';",
  'server/engines/queue/queries.ts': "import { sql } from 'kysely'; export const claimJob = sql;",
  'server/engines/queue/job-worker.ts':
    "import type { Database } from '../../database/database.ts'; import { claimJob } from './queries.ts';",
  'server/engines/mail/mailer.ts': "import type { Egg } from '#shared/domain/egg.ts';",
  'server/engines/documents/testing/make-documents.ts': "import '@cantoo/pdf-lib'; import 'vitest';",
  'server/engines/documents/extract.test.ts': "import './testing/make-documents.ts';",
  'server/http/session.ts': "import '../authorization/load-folder.ts';",
  'server/modules/accounts/sign-in.ts': 'export const signIn = 1;',
  'server/modules/folders/queries.ts': "import { sql } from 'kysely'; export const listFolders = 1;",
  'server/modules/folders/move-folder.ts':
    "import { listFolders } from './queries.ts'; import '../accounts/sign-in.ts'; import type { Context } from '../../app/context.ts';",
  'server/modules/folders/routes.ts': "import './move-folder.ts'; import '#shared/contracts/folders.ts';",
  'server/modules/mcp/later.ts': 'export const later = 1;',
  'server/modules/search/jobs.ts': "import '#server/modules/folders/move-folder.ts';",
  'server/engines/documents/rendering/open-pdf.ts': 'export const openPdf = 1;',
  'server/testing/clients/api-client.ts': "import { folder } from '#shared/contracts/folders.ts';",
  'server/testing/test-app.ts': "import { app } from '../app/app.ts'; import 'vitest';",
  'web/apps/main/main.tsx': "import './router.tsx';",
  'web/apps/main/router.tsx': "import '../../pages/folder-page.tsx';",
  'web/pages/folder-page.tsx': "import '#web/features/folders/folder-list.tsx';",
  'web/features/accounts/session.ts': "import { request } from '#web/lib/http/request.ts';",
  'web/features/folders/folder-list.tsx':
    "import '#web/ui/buttons/button.tsx'; import '../accounts/session.ts';",
  'web/features/integrations/later.ts': 'export const later = 1;',
  'web/lib/http/request.ts':
    "import type { folder } from '#shared/contracts/folders.ts'; export const request = 1;",
  'web/ui/buttons/button.tsx': "import clsx from 'clsx'; import '../theme.css';",
  'web/ui/theme.css': '',
  'bench/server/startup.ts': "import '#server/testing/test-app.ts';",
  'e2e/tests/sign-in.spec.ts': "import '#server/testing/test-app.ts'; import '@playwright/test';",
  'scripts/demo.ts': "import '#server/testing/clients/api-client.ts'; import 'zod';",
  'scripts/demo.test.ts': "import '#server/testing/test-app.ts'; import 'vitest';",
  'scripts/check/check.ts': "import '#server/app/config.ts';",
};

export const VIOLATIONS: PlantedViolation[] = [
  ['shared-uses-only-zod', 'shared/domain/clock.ts', "import { hrtime } from 'node:process';"],
  ['shared-uses-only-zod', 'shared/domain/classes.ts', "import clsx from 'clsx';"],
  [
    'shared-uses-only-zod',
    'shared/domain/refusal.ts',
    "import type { AppError } from '#server/app/errors.ts';",
  ],
  ['shared-tests-use-only-shared', 'shared/domain/clock.test.ts', "import '#server/app/errors.ts';"],
  [
    'web-does-not-import-server',
    'web/pages/typed-page.tsx',
    "import type { AppError } from '#server/app/errors.ts';",
  ],
  [
    'web-does-not-import-server',
    'web/pages/lazy-page.tsx',
    "export const lazy = () => import('../../server/app/errors.ts');",
  ],
  ['server-does-not-import-web', 'server/http/links.ts', "import type {} from '#web/lib/http/request.ts';"],
  ['web-ui-uses-only-itself', 'web/ui/fetching-table.tsx', "import '../lib/http/request.ts';"],
  [
    'web-ui-uses-only-itself',
    'web/ui/folder-icon.tsx',
    "import type { folder } from '#shared/contracts/folders.ts';",
  ],
  ['web-lib-uses-only-itself-and-shared', 'web/lib/confirm.ts', "import '../ui/buttons/button.tsx';"],
  ['module-is-listed', 'server/modules/unlisted/greet.ts', "import '../accounts/sign-in.ts';"],
  ['feature-is-listed', 'web/features/unlisted/greet.ts', "import '../accounts/session.ts';"],
  ['no-queries-of-another-module', 'server/modules/files/list-files.ts', "import '../folders/queries.ts';"],
  [
    'module-does-not-import-app',
    'server/modules/files/wiring.ts',
    "import type { app } from '#server/app/app.ts';",
  ],
  [
    'feature-does-not-import-pages-or-apps',
    'web/features/files/link.tsx',
    "import '#web/pages/folder-page.tsx';",
  ],
  [
    'feature-does-not-import-pages-or-apps',
    'web/features/files/route.tsx',
    "import '#web/apps/main/router.tsx';",
  ],
  ['routes-and-jobs-only-call-use-cases', 'server/modules/folders/list-routes.ts', "import './queries.ts';"],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/modules/files/jobs.ts',
    "import '#server/database/database.ts';",
  ],
  [
    'routes-and-jobs-only-call-use-cases',
    'server/modules/users/jobs.ts',
    "import '#server/engines/storage/disk-store.ts';",
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
    'authorization-uses-context-database-shared',
    'server/authorization/load-account.ts',
    "import '../modules/accounts/sign-in.ts';",
  ],
  [
    'authorization-uses-context-database-shared',
    'server/authorization/load-blob.ts',
    "import '../engines/storage/disk-store.ts';",
  ],
  ['http-does-not-import-modules', 'server/http/session-user.ts', "import '../modules/accounts/sign-in.ts';"],
  ['engine-knows-nothing-of-the-product', 'server/engines/mail/actor.ts', "import '#server/app/context.ts';"],
  [
    'engine-knows-nothing-of-the-product',
    'server/engines/models/policy.ts',
    "import type { folderPolicy } from '#shared/policies/folders.ts';",
  ],
  [
    'database-does-not-import-the-product',
    'server/database/accounts.ts',
    "import '../modules/accounts/sign-in.ts';",
  ],
  [
    'sql-only-in-queries-database-authorization',
    'server/modules/files/rename-file.ts',
    "import type { Kysely } from 'kysely';",
  ],
  [
    'sql-only-in-queries-database-authorization',
    'server/http/stored-session.ts',
    "import '../database/database.ts';",
  ],
  ['sql-in-engines-only-in-queries', 'server/engines/search/count-rows.ts', "import { sql } from 'kysely';"],
  [
    'sql-in-engines-only-in-queries',
    'server/engines/mail/save-mail.ts',
    "import '../../database/database.ts';",
  ],
  [
    'database-libraries-only-in-database-and-engines',
    'server/modules/files/queries.ts',
    "import 'better-sqlite3';",
  ],
  ['bench-uses-no-scripts-or-e2e', 'bench/server/checks.ts', "import '../../scripts/check/check.ts';"],
  ['bench-uses-no-scripts-or-e2e', 'bench/browser/sign-in.ts', "import '../../e2e/tests/sign-in.spec.ts';"],
  ['scripts-use-no-bench-or-e2e', 'scripts/startup.ts', "import '../bench/server/startup.ts';"],
  ['scripts-use-no-bench-or-e2e', 'scripts/sign-in.ts', "import '../e2e/tests/sign-in.spec.ts';"],
  ['e2e-uses-no-bench-or-scripts', 'e2e/tests/startup.spec.ts', "import '../../bench/server/startup.ts';"],
  ['e2e-uses-no-bench-or-scripts', 'e2e/tests/check.spec.ts', "import '../../scripts/check/check.ts';"],
  ['product-scripts-use-no-test-code', 'scripts/demo/fill.ts', "import '#server/testing/test-app.ts';"],
  ['product-scripts-use-no-test-code', 'server/testing/clients/inject.ts', "import '../test-app.ts';"],
  ['product-scripts-use-no-development-library', 'scripts/backup.ts', "import { vi } from 'vitest';"],
  [
    'engine-internals-stay-inside',
    'server/http/images.ts',
    "import '../engines/documents/rendering/open-pdf.ts';",
  ],
  ['engine-internals-stay-inside', 'server/app/start-queue.ts', "import '../engines/queue/job-worker.ts';"],
  ['engine-is-listed', 'server/engines/unlisted/beep.ts', "import '../mail/mailer.ts';"],
  ['no-cycles', 'shared/domain/egg.ts', "import type { Hen } from './hen.ts'; export type Egg = Hen;"],
  ['no-barrels', 'web/features/folders/index.ts', "export * from './folder-list.tsx';"],
  ['no-barrels', 'shared/domain/index.ts', 'export const unused = 1;'],
  ['no-test-code-in-product', 'server/http/serve.ts', "import type {} from '#server/testing/test-app.ts';"],
  ['no-test-code-in-product', 'server/engines/documents/extract.ts', "import './testing/make-documents.ts';"],
  ['no-test-code-in-product', 'web/pages/test-page.tsx', "import '#shared/contracts/folders.test.ts';"],
  ['no-development-library-in-product', 'server/http/fake.ts', "import { vi } from 'vitest';"],
  ['no-development-library-in-product', 'server/http/undeclared.ts', "import ms from 'ms';"],
  ['nothing-unresolved', 'server/http/missing.ts', "import '#server/nowhere.ts';"],
];
