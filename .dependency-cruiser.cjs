// The table 'Who may import whom' of docs/architecture.md, line by line. scripts/check/boundaries.test.ts plants a violation of every rule.

/** A feature may use those before it in this list, on the server as in the web app. A new feature gets its place here. */
const FEATURES = [
  'auth',
  'settings',
  'activity',
  'folders',
  'files',
  'uploads',
  'trash',
  'search',
  'mail',
  'invitations',
  'visitors',
  'notifications',
  'audit',
  'admin',
];

// Tests, and what only tests use: `testing` folders and files named after it.
const TEST = '[.]test[.]tsx?$|/testing/|-test-room[.]ts$';
const QUERIES = '[/-]queries(?:[.]ts$|/)';
const ROUTES_AND_JOBS = '^server/features/.+[/-](?:routes|jobs)[.]ts$';
const DATABASE_LIBRARIES = '(?:^|/)node_modules/(?:kysely|better-sqlite3|pg)/';
const STORAGE_LIBRARIES = '(?:^|/)node_modules/@aws-sdk/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'shared-uses-zod-alone',
      comment: 'What both sides agree on is pure: no library but zod, nothing of Node, nothing of ours.',
      severity: 'error',
      from: { path: '^shared/', pathNot: TEST },
      to: { pathNot: '^shared/|(?:^|/)node_modules/zod/' },
    },
    {
      name: 'shared-tests-stay-in-shared',
      severity: 'error',
      from: { path: '^shared/.*[.]test[.]tsx?$' },
      to: { path: '^(?:server|web|scripts|e2e|bench)/' },
    },
    {
      name: 'web-knows-no-server',
      comment: 'Web and server meet only in shared, even by type.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(?:server|scripts|e2e|bench)/' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(?:web|scripts|e2e|bench)/' },
    },
    {
      name: 'web-ui-uses-itself-alone',
      comment: 'The design system knows neither the product nor how data are fetched.',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: TEST },
      to: { path: '^(?:web/(?!ui/)|shared/)' },
    },
    {
      name: 'web-lib-uses-itself-and-shared',
      severity: 'error',
      from: { path: '^web/lib/', pathNot: TEST },
      to: { path: '^web/(?!lib/)' },
    },
    ...FEATURES.slice(0, -1).map((feature, place) => ({
      name: `${feature}-uses-no-later-feature`,
      comment: 'A feature that must speak to a later one states a fact in server/app/domain-events.ts.',
      severity: 'error',
      from: { path: `^(?:server|web)/features/${feature}/` },
      to: { path: `^(?:server|web)/features/(?:${FEATURES.slice(place + 1).join('|')})/` },
    })),
    {
      name: 'feature-has-its-place',
      comment: 'A feature that is not in the list above would escape its order.',
      severity: 'error',
      from: {
        path: '^(?:server|web)/features/',
        pathNot: `^(?:server|web)/features/(?:${FEATURES.join('|')})/`,
      },
      to: {},
    },
    {
      name: 'no-queries-of-another-feature',
      comment: "Another feature's rows come through its load… functions, which ask the policy.",
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: TEST },
      to: { path: `^server/features/.+${QUERIES}`, pathNot: '^server/features/$1/' },
    },
    {
      name: 'feature-knows-no-app-or-page',
      severity: 'error',
      from: { path: '^(?:server|web)/features/', pathNot: TEST },
      to: { path: '^(?:server/(?:app|main)[.]ts$|web/(?:app|pages)/|web/main[.]tsx?$)' },
    },
    {
      name: 'routes-and-jobs-only-call-use-cases',
      comment: 'They translate between the outside and a use case: no queries, no database, no storage.',
      severity: 'error',
      from: { path: ROUTES_AND_JOBS },
      to: {
        path: `^server/.*${QUERIES}|^server/platform/(?:db|storage)/|${DATABASE_LIBRARIES}|${STORAGE_LIBRARIES}`,
      },
    },
    {
      name: 'only-app-imports-routes-and-jobs',
      severity: 'error',
      from: { pathNot: `^server/(?:app|create-jobs)[.]ts$|${TEST}` },
      to: { path: ROUTES_AND_JOBS },
    },
    {
      name: 'access-uses-context-database-shared',
      severity: 'error',
      from: { path: '^server/access/', pathNot: TEST },
      to: { path: '^server/', pathNot: '^server/(?:access/|platform/db/|(?:context|errors)[.]ts$)' },
    },
    {
      name: 'platform-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: TEST },
      to: { path: '^server/', pathNot: '^server/(?:platform/|(?:config|errors)[.]ts$)' },
    },
    {
      name: 'child-process-knows-no-document',
      comment: 'How documents are read in processes of their own is the same whatever is read and why.',
      severity: 'error',
      from: { path: '^server/platform/child-process/' },
      to: { path: '^server/', pathNot: '^server/platform/child-process/' },
    },
    {
      name: 'text-knows-no-render',
      comment: 'Pages are drawn from text; text is read from bytes alone.',
      severity: 'error',
      from: { path: '^server/platform/text/', pathNot: TEST },
      to: { path: '^server/platform/render/' },
    },
    {
      name: 'sql-has-its-places',
      comment:
        'Only queries, access, platform/db and the job queue build SQL. Context, open-services and app hold the database to pass it on.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `${QUERIES}|^server/(?:access|platform/(?:db|jobs))/|^server/(?:context|open-services|app)[.]ts$|${TEST}`,
      },
      to: { path: '^server/platform/db/|(?:^|/)node_modules/kysely/' },
    },
    {
      name: 'sql-has-its-places-in-platform',
      comment: 'An adapter that works on the database may name its type; its SQL is in its queries file.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: `^server/platform/db/|${QUERIES}|${TEST}` },
      to: {
        path: '^server/platform/db/|(?:^|/)node_modules/kysely/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'database-engines-stay-in-platform',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/platform/|${TEST}` },
      to: { path: '(?:^|/)node_modules/(?:better-sqlite3|pg|@types/better-sqlite3|@types/pg)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-barrels',
      comment:
        'A file is imported by its own name, which says what is in it. More than 100 users cannot be named here.',
      severity: 'error',
      module: {
        path: '(?:^|/)index[.][cm]?[jt]sx?$',
        pathNot: '(?:^|/)node_modules/',
        numberOfDependentsLessThan: 100,
      },
      from: {},
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^(?:shared|server|web)/', pathNot: TEST },
      to: { path: `^e2e/|${TEST}`, pathNot: '(?:^|/)node_modules/' },
    },
    {
      name: 'no-development-library-in-product',
      comment: 'npm start installs without them. Types are erased, so those may come from anywhere.',
      severity: 'error',
      from: { path: '^(?:shared|server|web)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that cannot be followed would pass through every wall.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '(?:^|/)node_modules/' },
    exclude: { path: '^web/dist/' },
    // Sees `import type` as well, which the compiler erases.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
