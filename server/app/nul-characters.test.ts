import { expect } from 'vitest';
import { z } from 'zod';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { test } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const REFUSED = 'Remove the character U+0000';
const NUL_TEXT = 'Abc\0def123';

/** Values of which most fields accept one. */
const ORDINARY = [
  ...[
    'Abcdef123',
    'a@example.test',
    '1',
    '2026-12-01',
    '2026-12-01T10:00:00.000Z',
    'UTC',
    'https://example.test',
  ],
  // The secrets of links and invitations.
  ...['A'.repeat(22), 'A'.repeat(43)],
  ...[1, true, null, [], {}, [1], ['Abcdef123']],
];

/** Returns the schema without what makes it optional, gives it a default or transforms it. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema as z.ZodType; // every schema is one
  if ('innerType' in def) return innermost(def.innerType as z.ZodType); // by the name of the property
  return 'in' in def ? innermost(def.in as z.ZodType) : schema;
}

const isAccepted = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** Tells whether the schema accepts a value and leaves U+0000 in it: a search replaces it. */
function keepsNul(schema: z.core.$ZodType, value: unknown): boolean {
  const { data } = z.safeParse(schema, value);
  return JSON.stringify(data)?.includes(String.raw`\u0000`) === true;
}

/** Returns a value that the schema accepts, or nothing. */
function ordinaryValue(schema: z.core.$ZodType): unknown {
  if (isAccepted(schema, undefined)) return undefined;
  const inner = innermost(schema);
  const own = [
    ...(inner instanceof z.ZodEnum ? inner.options : []),
    ...(inner instanceof z.ZodLiteral ? [...inner.values] : []),
    ...(inner instanceof z.ZodUnion ? inner.options.map(ordinaryValue) : []),
    ...(inner instanceof z.ZodArray ? [[ordinaryValue(inner.element)]] : []),
    ...(inner instanceof z.ZodObject ? [ordinaryObject(inner)] : []),
  ];
  return [...own, ...ORDINARY].find((value) => isAccepted(schema, value));
}

const ordinaryObject = ({ shape }: z.ZodObject): object =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, ordinaryValue(field)]));

/** Returns values that the schema accepts, each with U+0000 in another text. */
function valuesWithNul(schema: z.core.$ZodType): unknown[] {
  const inner = innermost(schema);
  const nested =
    inner instanceof z.ZodObject
      ? Object.entries(inner.shape).flatMap(([name, field]) =>
          valuesWithNul(field).map((value) => ({ ...ordinaryObject(inner), [name]: value })),
        )
      : inner instanceof z.ZodArray
        ? valuesWithNul(inner.element).map((value) => [value])
        : inner instanceof z.ZodUnion
          ? inner.options.flatMap(valuesWithNul)
          : [NUL_TEXT, `${NUL_TEXT}@example.test`, { [NUL_TEXT]: NUL_TEXT }];
  return nested.filter((value) => keepsNul(schema, value));
}

const endpoints = (await listEndpoints()).filter(({ method }) => method !== 'HEAD');
const textOf = (value: unknown): string => (Array.isArray(value) ? String(value[0]) : String(value));

const pathWith = ({ path }: Endpoint, params: object): string =>
  Object.entries(params).reduce<string>(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(textOf(value))),
    path,
  );

function queryText(values: object): string {
  const sent = Object.entries(values).filter(([, value]) => value !== undefined);
  return String(new URLSearchParams(Object.fromEntries(sent.map(([name, value]) => [name, textOf(value)]))));
}

/** Returns requests that the contract of a call accepts, each with U+0000 in another text. */
function requestsWithNul(endpoint: Endpoint): { url: string; body?: unknown }[] {
  const { params, query, body } = endpoint;
  const url = pathWith(endpoint, params ? ordinaryObject(params) : {});
  return [
    ...(params ? valuesWithNul(params) : []).map((values) => ({ url: pathWith(endpoint, Object(values)) })),
    ...(query ? valuesWithNul(query) : []).map((values) => ({ url: `${url}?${queryText(Object(values))}` })),
    ...(body ? valuesWithNul(body) : []).map((value) => ({ url, body: value })),
  ];
}

test('every text that a contract accepts is refused if it contains U+0000', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const tried: string[] = [];
  const others: unknown[] = [];
  for (const endpoint of endpoints) {
    for (const { url, body } of requestsWithNul(endpoint)) {
      const json = { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await admin.send({
        method: endpoint.method,
        url,
        ...(body !== undefined && json),
      });
      tried.push(endpointName(endpoint));
      if (answer.status !== 400 || answer.body.error !== REFUSED)
        others.push([endpoint.method, url, body, answer.status, answer.body.error]);
    }
  }
  expect(others).toEqual([]);
  expect(tried).toEqual(
    expect.arrayContaining([
      'POST /api/login',
      'GET /api/users',
      'POST /api/files/:id/versions/:number/withdraw',
      'POST /api/admin/subjects/search',
    ]),
  );
  expect(new Set(tried).size).toBeGreaterThan(40);
});

test('U+0000 is refused in the fields of a form and in the metadata of an upload', async ({ testApp }) => {
  const user = await testApp.user();
  const { id } = await user.file();
  const form = [
    { name: 'note', value: NUL_TEXT },
    { name: 'file', value: 'New', filename: 'note.txt' },
  ];
  const sent = await user.form(`/api/files/${id}/versions`, form);
  expect([sent.status, sent.body.fields]).toEqual([400, { note: REFUSED }]);
  const begun = await createTusClient(user).begin(3, { relativePath: 'a\0b/note.txt' });
  expect([begun.status, begun.body.error]).toEqual([400, REFUSED]);
});

test('a sign-in with U+0000 is refused before an account is looked up', async ({ testApp }) => {
  const { username } = await testApp.user();
  for (const name of [username, 'nobody here']) {
    const answer = await testApp.anonymous.post('/api/login', {
      username: `${name}\0`,
      password: 'Abcdef123',
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: REFUSED, code: 'invalid', fields: { username: REFUSED } },
    ]);
  }
});
