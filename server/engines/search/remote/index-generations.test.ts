import { expect, test } from 'vitest';
import { IndexGenerations } from './index-generations.ts';
import { createMeta } from './index-mapping.ts';
import { type SearchServer, SearchServerError } from './search-server.ts';

/** A server with these indexes, by the names that they are asked for. */
function createServer(indexes: Record<string, { name: string; records: number }>) {
  const created: string[] = [];
  const server: SearchServer = {
    async send(method, path) {
      if (method === 'PUT') return void created.push(path);
      const found = indexes[path.slice(1, -'/_mapping'.length)];
      if (found === undefined) throw new SearchServerError('missing', 404, 'index_not_found_exception');
      const { records } = found;
      return { [found.name]: { mappings: { _meta: { ...createMeta('here'), records } } } };
    },
    find: async () => undefined,
    close: () => {},
  };
  return { created, generations: new IndexGenerations(server, 'm', 'here') };
}

const { records } = createMeta('here');
const OLD = { name: 'm-1', records: records - 1 };

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
