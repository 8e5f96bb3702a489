import { expect, test } from 'vitest';
import { IndexGenerations } from './index-generations.ts';
import { createMeta } from './index-mapping.ts';
import { type SearchServer, SearchServerError } from './search-server.ts';

interface TestIndex {
  readonly name: string;
  readonly records: number;
  readonly installation?: string;
}

/** A server with these indexes, by the names that they are asked for. */
function createServer(indexes: Record<string, TestIndex>) {
  const created: string[] = [];
  const actions: unknown[] = [];
  const mappingOf = ({ records, installation = 'here' }: TestIndex) => ({
    mappings: { _meta: { ...createMeta(installation), records } },
  });
  const server: SearchServer = {
    async send(method, path, body) {
      if (method === 'PUT') return void created.push(path);
      if (path === '/_aliases') return void actions.push(body);
      if (path === '/m-*/_mapping')
        return Object.fromEntries(Object.values(indexes).map((each) => [each.name, mappingOf(each)]));
      const found = indexes[path.slice(1, -'/_mapping'.length)];
      if (found === undefined) throw new SearchServerError('missing', 404, 'index_not_found_exception');
      return { [found.name]: mappingOf(found) };
    },
    find: async () => undefined,
    close: () => {},
  };
  return { created, actions, generations: new IndexGenerations(server, 'm', 'here') };
}

const { records } = createMeta('here');
const OLD = { name: 'm-1', records: records - 1 };
const removing = (names: readonly string[], added: string) => ({
  actions: [...names.map((index) => ({ remove_index: { index } })), { add: { index: added, alias: 'm' } }],
});

test('an index that another version is building is left to it', async () => {
  const { created, generations } = createServer({ m: OLD, 'm-2': { name: 'm-2', records: records + 1 } });
  expect(await generations.open()).toEqual({ serving: 'm-1', writing: 'm-3' });
  expect(created).toEqual(['/m-3']);
});

test('an index that this version is building is continued', async () => {
  const { created, generations } = createServer({ m: OLD, 'm-2': { name: 'm-2', records } });
  expect(await generations.open()).toEqual({ serving: 'm-1', writing: 'm-2' });
  expect(created).toEqual([]);
});

test('with the index that answered, those are removed that an earlier version did not complete', async () => {
  const { actions, generations } = createServer({
    m: OLD,
    'm-2': { name: 'm-2', records: records - 1 },
    'm-3': { name: 'm-3', records },
    'm-4': { name: 'm-4', records: records + 1 },
    'm-2-1': { name: 'm-2-1', records },
    'm-0': { name: 'm-0', records, installation: 'elsewhere' },
  });
  await generations.switch({ serving: 'm-1', writing: 'm-3' });
  expect(actions).toEqual([removing(['m-1', 'm-2'], 'm-3')]);
});

test('an empty index takes the place of all others, also of those that another version builds', async () => {
  const { actions, created, generations } = createServer({
    m: { name: 'm-1', records },
    'm-2': { name: 'm-2', records: records + 1 },
  });
  expect(await generations.replace({ serving: 'm-1', writing: 'm-1' })).toEqual({
    serving: 'm-3',
    writing: 'm-3',
  });
  expect(created).toEqual(['/m-3']);
  expect(actions).toEqual([removing(['m-1', 'm-2'], 'm-3')]);
});
