import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { ROLES } from '#server/testing/permission-table/roles.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { describeType } from './describe-type.ts';

const INTRODUCTION = `# The API

Made from the contracts in \`shared/contracts\` and the permission table of the tests by \`npm run api-page\`; a test fails when it
is out of date. The same as OpenAPI stands at \`/api/openapi.json\`.

- JSON both ways, but for the multipart upload and binary bodies. Unknown fields are refused.
- Every failed call answers \`{ "error": "…", "code": "…", "fields"?: { … } }\`: 400 \`invalid\`, 401 \`unauthenticated\`,
  403 \`forbidden\` (they see it and may not), 404 \`not-found\` (it does not exist for them), 408 \`timeout\` (a JSON body took
  more than 15 seconds), 409 \`conflict\` or \`wrong-offset\`, 412 \`unsupported-version\` (of tus), 413 \`too-large\`,
  415 \`unsupported-type\`, 416 \`bad-range\`, 429 \`rate-limited\`, 503 \`unavailable\` (maintenance), 507 \`storage-full\`.
- \`/api/uploads\` speaks tus 1.0: send \`Tus-Resumable: 1.0.0\` with each call but OPTIONS. Files of any size may go that way.
- Lists are arrays; each takes \`limit\` (at most 1,000) and \`cursor\`, and names its next page in \`Link: <…>; rel="next"\`.
- An instant is ISO 8601 in UTC. Ids are whole numbers above 0.
- The tables tell the status that each role gets. *Expired* and *revoked* are visitors whose invitation ended, *unrelated* is a
  user whom nothing was shared with, *deleted* is an ended account.
`;

/** docs/api.md: every call with what goes in, what comes out, and what each role gets. */
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
    params && `- in the path: \`${describeType(params, 'input')}\``,
    query && Object.keys(query.shape).length > 0 && `- in the query: \`${describeType(query, 'input')}\``,
    headers && `- in headers: \`${describeType(headers, 'input')}\``,
    body && `- body: \`${describeType(body, 'input')}\``,
    multipart && `- form, with \`file\`: \`${describeType(multipart, 'input')}\``,
    requestMediaType && `- body: bytes, as \`${requestMediaType}\``,
    `- answers ${status}: ${renderResult(endpoint)}`,
  ].filter(Boolean);
  return [
    `### ${endpointName(endpoint)}`,
    `${summary}.`,
    lines.join('\n'),
    renderPermissionTable(endpoint),
  ].join('\n\n');
}

function renderResult({ result, events }: Endpoint): string {
  if (result === 'headers') return 'headers alone';
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
