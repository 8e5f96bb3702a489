import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { describePlainConnections } from './plain-connections.ts';

const S3 = { S3_BUCKET: 'room', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const namedIn = (env: Record<string, string>): string[] =>
  describePlainConnections(readConfig(env)).map(
    (line) => /HOST|DATABASE_URL|S3_ENDPOINT|AI_BASE_URL|SEARCH_URL|CLAMD_SOCKET/.exec(line)?.[0] ?? line,
  );

test.for<[Record<string, string>, string[]]>([
  [{}, []],
  [{ HOST: '::1' }, []],
  [{ HOST: '0.0.0.0' }, ['HOST']],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://room.example' }, ['HOST']],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://room.example' }, []],
  [{ DATABASE_URL: 'postgres://app:pw@127.0.0.1/room' }, []],
  [{ DATABASE_URL: 'postgres:///room?host=/run/postgresql' }, []],
  [{ DATABASE_URL: 'postgres://app:pw@db.internal/room' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://app:pw@db.internal/room?sslmode=prefer' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://app:pw@db.internal/room?sslmode=verify-full' }, []],
  [{ ...S3, S3_ENDPOINT: 'http://localhost:9000' }, []],
  [{ ...S3, S3_ENDPOINT: 'http://store.internal:9000' }, ['S3_ENDPOINT']],
  [{ ...S3, S3_ENDPOINT: 'https://store.internal' }, []],
  [{ AI_BASE_URL: 'http://[::1]:11434/v1', AI_MODEL: 'm' }, []],
  [{ AI_BASE_URL: 'http://models.internal/v1', AI_MODEL: 'm' }, ['AI_BASE_URL']],
  [{ AI_BASE_URL: 'http://models.internal/v1', AI_EMBEDDING_MODEL: 'm' }, ['AI_BASE_URL']],
  [{ SEARCH_URL: 'http://localhost:9200' }, []],
  [{ SEARCH_URL: 'http://search.internal:9200' }, ['SEARCH_URL']],
  [{ SEARCH_URL: 'https://search.internal:9200' }, []],
  [{ CLAMD_SOCKET: '/run/clamav/clamd.ctl' }, []],
  [{ CLAMD_SOCKET: '127.0.0.1:3310' }, []],
  [{ CLAMD_SOCKET: 'scanner.internal:3310' }, ['CLAMD_SOCKET']],
])('%j is remarked as %j', ([env, names]) => {
  expect(namedIn(env)).toEqual(names);
});

test('the lines repeat no credentials', () => {
  const lines = describePlainConnections(readConfig({ DATABASE_URL: 'postgres://app:hunter2@db/room' }));
  expect(lines.join()).not.toMatch(/hunter2|app/);
});
