import { z } from 'zod';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { ROLES } from '#server/testing/permission-table/roles.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const INTRODUCTION = `# API reference

Generated from the contracts in \`shared/contracts\` and the permission table of the tests by \`npm run docs:api\`; a test fails
when it is out of date. The OpenAPI document is at \`/api/openapi.json\`.

- Requests and responses are JSON, except multipart uploads and binary bodies. Unknown fields are rejected.
- A failed call returns \`{ "error": "…", "code": "…", "fields"?: { … } }\`: 400 \`invalid\`, 401 \`unauthenticated\`,
  403 \`forbidden\` (visible but not permitted), 404 \`not-found\` (not visible), 408 \`timeout\` (a JSON body took more than
  15 seconds), 409 \`conflict\` or \`wrong-offset\`, 412 \`unsupported-version\` (of tus), 413 \`too-large\`,
  415 \`unsupported-type\`, 416 \`bad-range\`, 429 \`rate-limited\`, 503 \`unavailable\` (maintenance), 507 \`storage-full\`.
- \`/api/uploads\` implements tus 1.0: send \`Tus-Resumable: 1.0.0\` with every request except OPTIONS. It accepts files of any
  size.
- Lists are arrays. Each takes \`limit\` (at most 1,000) and \`cursor\`; the \`Link: <…>; rel="next"\` header names the next page.
- Where a list takes \`q\`, it has the entries that show each of these words. \`X-Incomplete: true\` marks an answer for which it was too
  long to be searched to its end.
- A timestamp is ISO 8601 in UTC. Ids are positive integers.
- The tables list the status that each role receives. *Expired* and *revoked* are visitors whose invitation ended, *unrelated* is
  a user without shared content, *deleted* is a deleted account.
`;

/** Renders docs/api.md: the input, the result and the status per role of every call. */
export async function renderApiReference(): Promise<string> {
  const endpoints = await listEndpoints();
  const bySubject = Map.groupBy(endpoints, ({ path }) => path.split('/')[2] ?? '');
  const subjects = [...bySubject].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = subjects.map(([subject, calls]) =>
    [`## ${subject}`, ...calls.toSorted(comparePaths).map(renderEndpoint)].join('\n\n'),
  );
  return `${[INTRODUCTION.trim(), ...parts].join('\n\n')}\n`;
}

function comparePaths(a: Endpoint, b: Endpoint): number {
  const [first, second] = [`${a.path} ${a.method}`, `${b.path} ${b.method}`];
  return first < second ? -1 : 1;
}

function renderEndpoint(endpoint: Endpoint): string {
  const { summary, params, query, headers, body, multipart, requestMediaType, status = 200 } = endpoint;
  const lines = [
    params && `- path: \`${describeType(params, 'input')}\``,
    query && Object.keys(query.shape).length > 0 && `- query: \`${describeType(query, 'input')}\``,
    headers && `- headers: \`${describeType(headers, 'input')}\``,
    body && `- body: \`${describeType(body, 'input')}\``,
    multipart && `- form, beside \`file\`: \`${describeType(multipart, 'input')}\``,
    requestMediaType && `- body: bytes of type \`${requestMediaType}\``,
    `- response ${status}: ${renderResult(endpoint)}`,
  ].filter(Boolean);
  return [
    `### ${endpointName(endpoint)}`,
    `${summary}.`,
    lines.join('\n'),
    renderPermissionTable(endpoint),
  ].join('\n\n');
}

function renderResult({ result, events }: Endpoint): string {
  if (result === 'headers') return 'headers only';
  if (events) return `server-sent events: \`${describeType(events, 'output')}\``;
  return result === 'bytes' ? 'bytes' : `\`${describeType(result, 'output')}\``;
}

function renderPermissionTable(endpoint: Endpoint): string {
  const own = rows.filter((row) => row.endpoint === endpointName(endpoint));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...ROLES]),
    line(['---', ...ROLES.map(() => '---')]),
    ...own.map(({ note, statuses }) => line([note, ...statuses.split(' ')])),
  ].join('\n');
}

/** Fields of a JSON schema that the page shows. */
interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

/** Renders a schema as a readable type: `{ name: string, parentId?: integer | null }`. */
export function describeType(schema: z.ZodType, io: 'input' | 'output'): string {
  // Parts without a JSON schema, such as transformations, are rendered as `anything`.
  return typeText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema); // zod's type has more fields
}

function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' | ');
  if (schema.type === 'array') return arrayType(typeText(schema.items ?? {}));
  if (schema.properties) return objectType(schema);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `{ [name]: ${typeText(schema.additionalProperties)} }`;
  if (schema.format === 'date-time') return 'timestamp';
  return [schema.type ?? 'anything'].flat().join(' | ');
}

const arrayType = (item: string): string => (/[|{]/.test(item) ? `(${item})[]` : `${item}[]`);

function objectType({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
