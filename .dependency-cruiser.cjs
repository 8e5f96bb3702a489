// The boundaries of docs/architecture.md. scripts/check/boundaries.test.ts plants a violation of each rule.

/** Modules of the server in their order: each may use those before it. Add a new module here. */
const MODULES = [
  'settings',
  'accounts',
  'api-tokens',
  'activity',
  'quotas',
  'folders',
  'files',
  'changes',
  'avatars',
  'brand',
  'imports',
  'uploads',
  'trash',
  'search',
  'virus-scans',
  'mail',
  'account-links',
  'invitations',
  'visitors',
  'evidence',
  'terms',
  'watermarks',
  'links',
  'rooms',
  'digests',
  'mail-texts',
  'notifications',
  'users',
  'service-accounts',
  'audit',
  'subjects',
  'maintenance',
  'webhooks',
  'start',
  'live',
  'mcp',
];

/** Features of the web app in their order: each may use those before it. */
const FEATURES = [
  'errors',
  'export',
  'filter',
  'settings',
  'accounts',
  'sign-in',
  'onboarding',
  'activity',
  'trash',
  'folders',
  'api-tokens',
  'files',
  'uploads',
  'viewers',
  'versions',
  'compare',
  'changes',
  'follows',
  'organize',
  'imports',
  'search',
  'mail',
  'invitations',
  'terms',
  'watermarks',
  'links',
  'visitors',
  'rooms',
  'notifications',
  'users',
  'evidence',
  'audit',
  'subjects',
  'maintenance',
  'webhooks',
  'integrations',
];

/** The engines, each with the file that others may import: a pattern without its extension. A new engine is added here. */
const ENGINES = [
  ['archives', 'archives'],
  ['documents', 'document-engine'],
  ['event-loop', 'collect-garbage|yield-to-event-loop'],
  ['models', 'model-engine'],
  // Errors are apart from the library, which is loaded where company sign-in is set up.
  ['identity', 'identity-provider|fetch-from-issuer'],
  ['mail', 'mailer'],
  ['network', 'public-address'],
  ['pdf', 'line-writer|paragraph-pages|attach-json|mark-as-archival'],
  ['programs', 'built-program|source-positions'],
  ['queue', 'job-queue'],
  ['sqlite-thread', 'sqlite-thread'],
  // One file for each side of the process boundary, so that a child does not load the code that starts children.
  ['sandbox', 'sandbox|child-side|child-counts'],
  ['search', 'search-engine'],
  ['storage', 'object-storage'],
  ['telemetry', 'metrics|tracing|open-telemetry'],
  ['time-stamps', 'time-stamps'],
  ['viruses', 'virus-scanner'],
];

// Tests, and `testing` folders, which only tests use.
const TEST = '[.]test[.]tsx?$|/testing/';
const QUERIES = '[/-]queries(?:[.]ts$|/)';
const ROUTES_AND_JOBS = '^server/modules/.+[/-](?:routes|jobs)[.]ts$';
const DATABASE_LIBRARIES = '(?:^|/)node_modules/(?:kysely|better-sqlite3|pg)/';
const STORAGE_LIBRARIES = '(?:^|/)node_modules/@aws-sdk/';
/** Parts of server/testing that the demo uses outside tests. */
const DEMO_SUPPORT = '^server/testing/(?:clients|sample-documents)/';
/** Scripts that users and operators run; the others are for development. */
const PRODUCT_SCRIPTS = `^scripts/(?!docs-screenshots|contact-sheet|api-docs|check|message-catalog|test)|${DEMO_SUPPORT}`;
const SCRIPT_TESTS = '[.]test[.]ts$|^scripts/.*/testing/';
/** Files of server/app that every module may use. */
const APP_INTERFACE = '^server/app/(?:context|errors|audit|domain-events|config)[.]ts$';

/** A module or feature may not use those after it in its list, and must be in the list. */
const orderOf = (folder, kind, names) => [
  ...names.slice(0, -1).map((name, place) => ({
    name: `${kind}-${name}-uses-no-later-${kind}`,
    comment: `To notify a later ${kind}, publish a domain event (server/app/domain-events.ts).`,
    severity: 'error',
    from: { path: `^${folder}/${name}/` },
    to: { path: `^${folder}/(?:${names.slice(place + 1).join('|')})/` },
  })),
  {
    name: `${kind}-is-listed`,
    comment: `A ${kind} that is missing from the list above would have no order.`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: `^${folder}/(?:${names.join('|')})/` },
    to: {},
  },
];

/** Benchmarks and test kits may measure and prepare the parts of an engine on their own. */
const engineBoundaries = (engines) =>
  engines.map(([folder, publicFile]) => ({
    name: 'engine-internals-stay-inside',
    comment:
      'The public file of an engine is its whole interface; everything else in the folder may change freely.',
    severity: 'error',
    from: { pathNot: `^server/engines/${folder}/|^bench/|${TEST}` },
    to: {
      path: `^server/engines/${folder}/`,
      pathNot: `^server/engines/${folder}/(?:${publicFile})[.]ts$|/testing/`,
    },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'shared-uses-only-zod',
      comment: 'Shared code is pure: no library except zod, no Node API, no other part of the repository.',
      severity: 'error',
      from: { path: '^shared/', pathNot: TEST },
      to: { pathNot: '^shared/|(?:^|/)node_modules/zod/' },
    },
    {
      name: 'shared-tests-use-only-shared',
      severity: 'error',
      from: { path: '^shared/.*[.]test[.]tsx?$' },
      to: { path: '^(?:server|web|scripts|e2e|bench)/' },
    },
    {
      name: 'web-does-not-import-server',
      comment: 'Web and server share code only through shared, types included.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(?:server|scripts|e2e|bench)/' },
    },
    {
      name: 'server-does-not-import-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(?:web|scripts|e2e|bench)/' },
    },
    {
      name: 'web-ui-uses-only-itself',
      comment: 'The design system knows neither the product nor how data is fetched.',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: TEST },
      to: { path: '^(?:web/(?!ui/)|shared/)' },
    },
    {
      name: 'web-lib-uses-only-itself-and-shared',
      severity: 'error',
      from: { path: '^web/lib/', pathNot: TEST },
      to: { path: '^web/(?!lib/)' },
    },
    ...orderOf('server/modules', 'module', MODULES),
    ...orderOf('web/features', 'feature', FEATURES),
    {
      name: 'no-queries-of-another-module',
      comment: 'Other modules get its rows from its load… functions, which authorize.',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/', pathNot: TEST },
      to: { path: `^server/modules/.+${QUERIES}`, pathNot: '^server/modules/$1/' },
    },
    {
      name: 'module-does-not-import-app',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: TEST },
      to: { path: '^server/app/', pathNot: APP_INTERFACE },
    },
    {
      name: 'feature-does-not-import-pages-or-apps',
      severity: 'error',
      from: { path: '^web/features/', pathNot: TEST },
      to: { path: '^web/(?:apps|pages)/' },
    },
    {
      name: 'routes-and-jobs-only-call-use-cases',
      comment: 'They translate requests and jobs to use cases: no queries, no database, no storage.',
      severity: 'error',
      from: { path: ROUTES_AND_JOBS },
      to: {
        path: `^server/.*${QUERIES}|^server/database/|^server/engines/storage/|${DATABASE_LIBRARIES}|${STORAGE_LIBRARIES}`,
      },
    },
    {
      name: 'only-app-imports-routes-and-jobs',
      severity: 'error',
      from: { pathNot: `^server/app/|${TEST}` },
      to: { path: ROUTES_AND_JOBS },
    },
    {
      name: 'authorization-uses-context-database-shared',
      severity: 'error',
      from: { path: '^server/authorization/', pathNot: TEST },
      to: { path: '^server/', pathNot: '^server/(?:authorization/|database/|app/(?:context|errors)[.]ts$)' },
    },
    {
      name: 'http-does-not-import-modules',
      severity: 'error',
      from: { path: '^server/http/', pathNot: TEST },
      to: { path: '^server/modules/' },
    },
    {
      name: 'engine-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^server/engines/', pathNot: TEST },
      to: {
        path: '^(?:server/|shared/(?!domain/))',
        pathNot: '^server/(?:engines/|database/|app/(?:config|errors)[.]ts$)',
      },
    },
    ...engineBoundaries(ENGINES),
    {
      name: 'engine-is-listed',
      comment: 'Everything in an engine that is missing from the list above could be imported.',
      severity: 'error',
      from: {
        path: '^server/engines/',
        pathNot: `^server/engines/(?:${ENGINES.map(([folder]) => folder).join('|')})/`,
      },
      to: {},
    },
    {
      name: 'database-does-not-import-the-product',
      severity: 'error',
      from: { path: '^server/database/', pathNot: TEST },
      to: { path: '^server/', pathNot: '^server/(?:database/|app/(?:config|errors)[.]ts$)' },
    },
    {
      name: 'sql-only-in-queries-database-authorization',
      comment:
        'Context, open-services, open-encryption-keys and app pass the database on. The keys of people are no SQL to their callers.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `${QUERIES}|^server/(?:authorization|database|engines)/|^server/app/(?:context|open-services|open-encryption-keys|app)[.]ts$|${TEST}`,
      },
      to: {
        path: '^server/database/|(?:^|/)node_modules/kysely/',
        pathNot: '^server/database/audit/persons/(?:person-keys|read-audit-rows)[.]ts$',
      },
    },
    {
      name: 'sql-in-engines-only-in-queries',
      comment: 'Other files of an engine may import types of the database only.',
      severity: 'error',
      from: { path: '^server/engines/(?!queue/)', pathNot: `${QUERIES}|${TEST}` },
      to: {
        path: '^server/database/|(?:^|/)node_modules/kysely/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'database-libraries-only-in-database-and-engines',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/(?:database|engines)/|${TEST}` },
      to: { path: '(?:^|/)node_modules/(?:better-sqlite3|pg|@types/better-sqlite3|@types/pg)/' },
    },
    {
      name: 'bench-uses-no-scripts-or-e2e',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^(?:scripts|e2e)/' },
    },
    {
      name: 'scripts-use-no-bench-or-e2e',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(?:bench|e2e)/' },
    },
    {
      name: 'e2e-uses-no-bench-or-scripts',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(?:bench|scripts)/' },
    },
    {
      name: 'product-scripts-use-no-test-code',
      comment: 'Of server/testing, the demo uses its client and its sample documents alone.',
      severity: 'error',
      from: { path: PRODUCT_SCRIPTS, pathNot: SCRIPT_TESTS },
      to: { path: TEST, pathNot: `${DEMO_SUPPORT}|(?:^|/)node_modules/` },
    },
    {
      name: 'product-scripts-use-no-development-library',
      comment: 'They are installed without development libraries, as npm start is.',
      severity: 'error',
      from: { path: PRODUCT_SCRIPTS, pathNot: SCRIPT_TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-barrels',
      comment: 'Each file is imported by its own name. The limit of 100 dependents stands for any number.',
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
      comment: 'npm start installs without them. Type imports are erased and therefore allowed.',
      severity: 'error',
      from: { path: '^(?:shared|server|web)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that cannot be resolved would escape every rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '(?:^|/)node_modules/' },
    exclude: { path: '^(?:web|server)/dist/' },
    // Reports `import type` as well, which the compiler erases.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
