import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { listFullRunFiles } from './scripts/test/full-run-files.ts';
import { SlowFilesFirst } from './scripts/test/slow-files-first.ts';

/** Tests that ask an app on a database. They run on SQLite and, except those below, on PostgreSQL. */
const API_TESTS = [
  'server/{modules,app,http,authorization}/**/*.test.ts',
  'server/database/audit/**/*.test.ts',
  'scripts/{address-rules,faults,keys,reset-factors,scan}/**/*.test.ts',
  'server/database/{changes-of-others,expand-only,recursive-estimates,prepared/*}.test.ts',
  'server/engines/queue/{ended-jobs,job-queue,job-worker,owner-turns,poll-lanes,recurring-jobs,wake}.test.ts',
];

const ALL_TESTS = '{shared,server,scripts,web,bench}/**/*.test.{ts,tsx}';

/** Tests beside them that need no app. */
const UNIT_TESTS = [
  'server/database/audit/{merkle-tree,persons/personal-details}.test.ts',
  'server/app/{config,deployment-files,errors,engines/open-search-index,plain-connections,read-secret-files,process/release-idle-memory}.test.ts',
  'server/app/read-{s3,search}-settings.test.ts',
  'server/http/{filter-rows,send-bytes,serve-events,step-through,validation}.test.ts',
  'server/http/limits/limit-open-bodies.test.ts',
  'server/modules/accounts/sessions/describe-device.test.ts',
  'server/modules/digests/next-due.test.ts',
  'server/modules/files/archives/plan-archive.test.ts',
  'server/modules/rooms/exposure/match-names.test.ts',
  'server/modules/search/{choose,verify}-quote.test.ts',
];

/** API tests of files, connections, models and processes, whose SQL other tests run on PostgreSQL. */
const SQLITE_ONLY = [
  'server/app/{drain,main,slow-bodies,slow-clients}.test.ts',
  'server/http/{answer-client-error,openapi,serve-compressed,static-files}.test.ts',
  'server/modules/files/{download,malicious-files,restricted-file-types,s3-storage}.test.ts',
  'server/modules/files/{view-as-pdf,watermarked-download}.test.ts',
  'server/modules/files/archives/archive-connection.test.ts',
  'server/modules/files/compare/*.test.ts',
  'server/modules/files/pages/{find-in-pages,heic-images,render-page,signed-pages}.test.ts',
  'server/modules/files/pages/{spreadsheet-pages,thumbnails}.test.ts',
  'server/modules/files/upload/{upload-connection,upload-resource-limits}.test.ts',
  'server/modules/rooms/archives/archive-bits.test.ts',
  'server/modules/search/answer-question-{methods,restricted}.test.ts',
  'server/modules/search/generate-answer{,-prompt-injection,-streaming}.test.ts',
  'server/modules/search/indexing/{index-follower,ocr-without-program,run-ocr}.test.ts',
  'server/modules/search/indexing/passage-embedder{,-local-model}.test.ts',
  'server/modules/search/ocr/*.test.ts',
  'server/modules/terms/documents/refused-documents.test.ts',
  'server/modules/uploads/interrupted-uploads.test.ts',
  'server/modules/watermarks/watermark-proof.test.ts',
];

/**
 * API tests that run on PostgreSQL in `npm run test:full` only: slow ones of connections, protocols, pages, documents and mails,
 * five sixths of the permission table, and those whose every statement is sent from the same line of code by another test that
 * runs on both engines. Tests of concurrency, transactions and triggers stay.
 */
const SQLITE_ONLY_IN_SHORT_RUN = [
  'scripts/{keys/rotate-keys,reset-factors/reset-factors,scan/request-scans}.test.ts',
  'server/app/{changed-clock,endpoints,endpoint-fuzzing,held-bodies,roles,telemetry}.test.ts',
  'server/app/gauges/{dashboards,gauges}.test.ts',
  'server/authorization/api-tokens/token-permission-table.test.ts',
  'server/authorization/permission-table/{permission-table-{2,3},withdrawn-rights}.test.ts',
  'server/database/audit/verify-audit-log.test.ts',
  'server/http/{end-revoked-responses,http-layer,request-ids,revoked-exports}.test.ts',
  'server/http/api-docs.test.ts',
  'server/http/limits/{limit-change-rate,limit-parallel-changes}.test.ts',
  'server/modules/account-links/{confirm-email,reset-password}.test.ts',
  'server/modules/accounts/{common-passwords,preferences,register-account,session,sign-in,sign-in-limits}.test.ts',
  'server/modules/accounts/{company/company-sign-in,second-factor/sign-in-attacks}.test.ts',
  'server/modules/accounts/passkeys/*.test.ts',
  'server/modules/{audit/audit-{log,refusals},avatars/avatars,brand/brand,changes/changes,mcp/routes}.test.ts',
  'server/modules/evidence/{receipts,verifiers,anchors/bucket-anchors}.test.ts',
  'server/modules/files/archives/create-archive.test.ts',
  'server/modules/files/{download-connection,files,import-small-files,open-online-view,rename-file}.test.ts',
  'server/modules/files/restricted-files.test.ts',
  'server/modules/files/upload/upload-without-text.test.ts',
  'server/modules/files/versions/{stored-versions,versions-for-groups}.test.ts',
  'server/modules/folders/{folder-contents,folders}.test.ts',
  'server/modules/imports/{foreign-archives,index-sheets}.test.ts',
  'server/modules/invitations/{inherited-access,invitation-scope,sharing}.test.ts',
  'server/modules/links/visitors/room-of-link.test.ts',
  'server/modules/links/{access-states,link-access,link-codes,link-levels,linked-file-search,manage-links}.test.ts',
  'server/modules/live/due-changes.test.ts',
  'server/modules/mail/mail.test.ts',
  'server/modules/maintenance/safety-threshold.test.ts',
  'server/modules/mcp/{changes,mcp,stdio}.test.ts',
  'server/modules/{digests/follows,notifications/{digests,notifications,notify-factors,notify-new-device}}.test.ts',
  'server/modules/quotas/quotas.test.ts',
  'server/modules/rooms/analytics/simulated-room.test.ts',
  'server/modules/rooms/archives/*.test.ts',
  'server/modules/rooms/other-rooms.test.ts',
  'server/modules/rooms/certificates/earlier-versions.test.ts',
  'server/modules/rooms/exposure/waiting-checks.test.ts',
  'server/modules/rooms/groups/view-as-member.test.ts',
  'server/modules/rooms/permissions/{ancestor-names,group-levels}.test.ts',
  'server/modules/rooms/order/{frozen-numbers,order-model}.test.ts',
  'server/modules/rooms/publications/{approval,publications,signed-publications}.test.ts',
  'server/modules/rooms/state/{archived-rooms,closed-paths,closed-rooms,domain-rules,download-rules,moves}.test.ts',
  'server/modules/rooms/copies/{copied-bytes,copy-limits}.test.ts',
  'server/modules/rooms/index/export-index.test.ts',
  'server/modules/search/{answer-question,export-results,search-filters,suggest-names}.test.ts',
  'server/modules/search/indexing/{extract-text-{failures,outages},image-content,index-full,stored-blocks}.test.ts',
  'server/modules/search/tables/*.test.ts',
  'server/modules/{settings/address-rules,start/start}.test.ts',
  'server/modules/subjects/subject-exports.test.ts',
  'server/modules/terms/documents/terms-documents.test.ts',
  'server/modules/trash/trash{,-model}.test.ts',
  'server/modules/users/{audit-events,dangerous-actions,sign-in-limits,temporary-password}.test.ts',
  'server/modules/virus-scans/withheld-paths.test.ts',
  'server/modules/visitors/visitors.test.ts',
  'server/modules/webhooks/refused-receivers.test.ts',
];

const root = import.meta.dirname;
/** Child processes (the search index, text extraction, commands) start hundreds of times: their code is compiled once. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled');
/**
 * Modules without a browser, which Node runs as it does in production: as transformed by Vite they take a fifth more processor
 * time.
 */
const NATIVE_MODULES = new RegExp(`^${root}/(bench|scripts|server|shared)/.*(?<!\\.test)\\.ts$`);
/** Any value makes tests longer; `rest`, of `npm run test:full`, runs only the files of which `npm test` leaves something out. */
const fullRun = process.env['MUNIMENT_TEST_FULL'];
const isFullRun = fullRun !== undefined;
const isRestOnly = fullRun === 'rest';
const ON_SQLITE = {
  name: 'sqlite',
  description:
    'Run on PostgreSQL by npm run test:full only: in npm test, others send their statements there, each from the same line of code. Not for tests of concurrency, transactions or triggers',
};
const api = {
  // Starting the server's modules takes longer than most files of tests, and no test keeps state in them.
  isolate: false,
  setupFiles: ['scripts/test/start-spawner-setup.ts', 'scripts/test/skip-syncs-setup.ts'],
  // Half of the collections of a heap that keeps little of what a request allocates.
  execArgv: ['--max-semi-space-size=64'],
  include: isRestOnly ? listFullRunFiles(root, API_TESTS) : API_TESTS,
  exclude: UNIT_TESTS,
  env: { NODE_COMPILE_CACHE },
};

export default defineConfig({
  test: {
    // Long enough for a busy machine. A full run repeats property-based tests more often.
    testTimeout: isFullRun ? 600_000 : 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'scripts/setup/build-programs-setup.ts',
    server: { deps: { external: [NATIVE_MODULES] } },
    // Some tests wait for processes, timers and the disk.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFilesFirst },
    tags: [{ name: 'full', description: 'Slow tests, run by npm run test:full only' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // As above: a process for each file takes half of the processor time.
          isolate: false,
          env: { NODE_COMPILE_CACHE },
          include: isRestOnly ? listFullRunFiles(root, [ALL_TESTS]) : [ALL_TESTS],
          exclude: [...globSync(API_TESTS, { cwd: root, exclude: UNIT_TESTS }), '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'api-sqlite',
          tags: [ON_SQLITE],
          env: { ...api.env, MUNIMENT_TEST_DATABASE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'api-postgres',
          include: isRestOnly
            ? listFullRunFiles(root, API_TESTS, { isOnPostgres: true, always: SQLITE_ONLY_IN_SHORT_RUN })
            : API_TESTS,
          tags: [{ ...ON_SQLITE, skip: !isFullRun }],
          exclude: [...UNIT_TESTS, ...SQLITE_ONLY, ...(isFullRun ? [] : SQLITE_ONLY_IN_SHORT_RUN)],
          env: { ...api.env, MUNIMENT_TEST_DATABASE: 'postgres' },
          globalSetup: 'server/testing/postgres/postgres-setup.ts',
        },
      },
    ],
  },
});
