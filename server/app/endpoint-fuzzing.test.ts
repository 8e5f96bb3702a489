import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { digestDatabase } from '#server/testing/database-digest.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const isOnPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';
/** Refusals of the wrong shape ask the database for the session only, so that in the full run its engine gets few. */
const BODIES = isFullRun ? (isOnPostgres ? 30 : 400) : 60;
const ADDRESSES = isFullRun ? (isOnPostgres ? 15 : 150) : 25;

/** Values that break parsers, queries and loggers, in addition to those of fast-check. */
const maliciousText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    "' or 1=1 --",
    '%00',
    '../../etc/passwd',
    '9'.repeat(400),
    'null',
    '-1',
    '1e308',
  ),
);
const maliciousValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  maliciousText,
  fc.constantFrom(-1, 0, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, null, [[[[]]]], { toString: 1 }),
);

function fieldsOf(schema: z.ZodType | undefined): string[] {
  const json = z.toJSONSchema(schema ?? z.never(), { io: 'input', unrepresentable: 'any' });
  return [json, ...(json.anyOf ?? [])].flatMap((shape) =>
    typeof shape === 'object' ? Object.keys(shape.properties ?? {}) : [],
  );
}

/** Bodies of any shape, or of the right one with anything in its fields; never one that the contract accepts. */
const wrongBodies = (schema: z.ZodType) =>
  fc
    .oneof(
      fc.jsonValue(),
      maliciousValue,
      fc.dictionary(fc.constantFrom('__proto__', ...fieldsOf(schema)), maliciousValue, { minKeys: 1 }),
    )
    .map((value): unknown => JSON.parse(JSON.stringify(value)))
    .filter((value) => !schema.safeParse(value).success);

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** A token is any text, and an identity provider adds parameters of its own: no URL of such a call has the wrong shape. */
const takesAnyText = ({ path, params, query }: Endpoint): boolean =>
  query?.safeParse({ nothing: '?' }).success !== false &&
  params?.safeParse(Object.fromEntries(namesIn(path).map((name) => [name, '?']))).success !== false;

/** Parameters that are not ids, and query parameters that the contract does not accept. */
const wrongAddresses = ({ path, params, query }: Endpoint) =>
  fc
    .record({
      value: maliciousText.filter((text) => text !== '' && text !== '.' && text !== '..'),
      question: fc.dictionary(fc.constantFrom('nothing', ...fieldsOf(query)), maliciousText, { minKeys: 1 }),
    })
    .filter(({ value, question }) => {
      const named = Object.fromEntries(namesIn(path).map((name) => [name, value]));
      const isParams = params === undefined || params.safeParse(named).success;
      return !isParams || (query !== undefined && !query.safeParse(question).success);
    })
    .map(({ value, question }) => {
      const search = new URLSearchParams();
      for (const [name, text] of Object.entries(question)) search.set(name, text.toWellFormed());
      const address = path.replace(/:\w+/g, () => encodeURIComponent(value.toWellFormed()));
      return query ? `${address}?${search}` : address;
    });

const endpoints = (await listEndpoints()).map((endpoint) => [endpointName(endpoint), endpoint] as const);
const withBody = endpoints.flatMap(([name, endpoint]) =>
  endpoint.body ? [[name, endpoint, endpoint.body] as const] : [],
);
const withParts = endpoints.filter(
  ([, endpoint]) =>
    (endpoint.params ?? endpoint.query) &&
    !takesAnyText(endpoint) &&
    // Refusals of HEAD have no body; the same parameters are tried on the GET of the same path.
    endpoint.method !== 'HEAD',
);

/** Every response is a refusal with one of the product's messages, and nothing changed. */
async function expectRefused<T>(
  testApp: TestApp,
  values: fc.Arbitrary<T>,
  numRuns: number,
  ask: (value: T) => Promise<{ status: number; body: { error?: unknown; code?: unknown } }>,
) {
  await testApp.finishJobs();
  const before = await digestDatabase(testApp.server.services.db);
  const holds = fc.asyncProperty(values, async (value) => {
    const { status, body } = await ask(value);
    expect([400, 404]).toContain(status);
    expect([typeof body.error, typeof body.code]).toEqual(['string', 'string']);
  });
  // A failure prints its seed and the smallest value that reproduces it.
  await fc.assert(holds, { numRuns });
  expect(await digestDatabase(testApp.server.services.db)).toEqual(before);
}

describe('malformed bodies', () => {
  test.for(withBody)(
    'a malformed body is refused by %s',
    async ([, { method, path }, schema], { testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const { id } = await admin.folder();
      const url = path.replace(/:\w+/g, String(id));
      await expectRefused(testApp, wrongBodies(schema), BODIES, (body) =>
        admin.send({
          method,
          url,
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      );
    },
  );
});

describe('malformed URLs', () => {
  test.for(withParts)('a malformed URL is refused by %s', async ([, endpoint], { testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    await expectRefused(testApp, wrongAddresses(endpoint), ADDRESSES, (url) =>
      admin.send({ method: endpoint.method, url }),
    );
  });
});
