import { expect, test } from 'vitest';
import { IndexGenerations } from './index-generations.ts';
import { createMeta } from './index-mapping.ts';
import { isMissingIndex, type SearchServer, SearchServerError } from './search-server.ts';

interface TestIndex {
  readonly name: string;
  readonly records: number;
  readonly installation?: string;
}

const mappingOf = ({ records, installation = 'here' }: TestIndex) => ({
  mappings: { _meta: { ...createMeta(installation), records } },
});
const missing = () => new SearchServerError('missing', 404, 'index_not_found_exception');

/** A server with these indexes, by the names that they are asked for. */
function createServer(indexes: Record<string, TestIndex>) {
  const created: string[] = [];
  const actions: unknown[] = [];
  const server: SearchServer = {
    async send(method, path, body) {
      if (method === 'PUT') return void created.push(path);
      if (path === '/_aliases') return void actions.push(body);
      if (path === '/m-*/_mapping')
        return Object.fromEntries(Object.values(indexes).map((each) => [each.name, mappingOf(each)]));
      const found = indexes[path.slice(1, -'/_mapping'.length)];
      if (found === undefined) throw missing();
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
  await generations.switch('m-3');
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

/** A server on which two nodes work: the indexes by their names, and the one behind the alias. */
function createSharedServer(indexes: Map<string, TestIndex>, answering: string) {
  const state = { answering: [answering], writers: new Map<string, string>() };
  const server: SearchServer = {
    async send(method, path, body) {
      if (method === 'PUT') return void indexes.set(path.slice(1), { name: path.slice(1), records });
      if (method === 'DELETE') for (const name of path.slice(1).split(',')) indexes.delete(name);
      if (method === 'DELETE') return undefined;
      if (path === '/_aliases') return apply((body as { actions: AliasAction[] }).actions); // as the generations send it
      if (path === '/_mget') return { docs: (body as { docs: { _index: string }[] }).docs.map(readState) }; // an _mget request
      if (path === '/m-*/_mapping') return describe([...indexes.keys()]);
      const name = path.slice(1, -'/_mapping'.length);
      return describe(name === 'm' ? state.answering : [name]);
    },
    find: async () => undefined,
    close: () => {},
  };
  const readState = ({ _index }: { _index: string }) => {
    const writer = state.writers.get(_index.slice(0, -'-write'.length));
    return { found: writer !== undefined, _source: { stored: { position: 0, epoch: 1, writer } } };
  };
  const describe = (names: readonly string[]) => {
    const found = names.map((name) => indexes.get(name));
    if (found.includes(undefined) || found.length === 0) throw missing();
    return Object.fromEntries(found.flatMap((each) => (each ? [[each.name, mappingOf(each)]] : [])));
  };
  // All or nothing, as on a real server.
  const apply = (actions: readonly AliasAction[]) => {
    const removed = actions.flatMap(({ remove_index: { index } = {} }) => index ?? []);
    if (removed.some((name) => !indexes.has(name))) throw missing();
    for (const name of removed) indexes.delete(name);
    const added = actions.flatMap(({ add: { index } = {} }) => index ?? []);
    state.answering = [...state.answering.filter((name) => !removed.includes(name)), ...added];
  };
  return { state, open: () => new IndexGenerations(server, 'm', 'here') };
}

interface AliasAction {
  readonly remove_index?: { readonly index: string };
  readonly add?: { readonly index: string };
}

test('a node that did not see the index being switched takes it over, and can replace it', async () => {
  const indexes = new Map([['m-1', OLD]]);
  const { state, open } = createSharedServer(indexes, 'm-1');
  const [first, second] = [open(), open()];
  const stale = await second.open();
  expect([await first.open(), stale]).toEqual([
    { serving: 'm-1', writing: 'm-2' },
    { serving: 'm-1', writing: 'm-2' },
  ]);
  await first.switch('m-2');
  expect(await second.switch('m-2')).toEqual({ serving: 'm-2', writing: 'm-2' });
  expect([[...indexes.keys()], state.answering]).toEqual([['m-2'], ['m-2']]);
  expect(await second.replace(stale)).toEqual({ serving: 'm-3', writing: 'm-3' });
  expect([[...indexes.keys()], state.answering]).toEqual([['m-3'], ['m-3']]);
});

test('an earlier index never answers beside a later one', async () => {
  const indexes = new Map([
    ['m-2', { name: 'm-2', records }],
    ['m-3', { name: 'm-3', records }],
  ]);
  const { state, open } = createSharedServer(indexes, 'm-3');
  const error = await open()
    .switch('m-2')
    .catch((reason: unknown) => reason);
  // The node looks for the index again.
  expect(isMissingIndex(error)).toBe(true);
  expect(state.answering).toEqual(['m-3']);
});

test('an index that an earlier version began and nobody writes is removed, at the start and after a switch', async () => {
  const indexes = new Map<string, TestIndex>([
    ['m-2', { name: 'm-2', records }],
    ['m-3', { name: 'm-3', records: records - 1 }],
    ['m-4', { name: 'm-4', records: records - 1 }],
    ['m-5', { name: 'm-5', records: records + 1 }],
    ['m-6', { name: 'm-6', records: records - 1, installation: 'elsewhere' }],
    ['m-7', { name: 'm-7', records: records - 1 }],
    ['m-8', { name: 'm-8', records }],
  ]);
  const { state, open } = createSharedServer(indexes, 'm-2');
  state.writers = new Map([
    ['m-3', ''],
    ['m-4', 'a node of the earlier version'],
    ['m-5', ''],
    ['m-6', ''],
  ]);
  expect(await open().open()).toEqual({ serving: 'm-2', writing: 'm-2' });
  expect([...indexes.keys()]).toEqual(['m-2', 'm-4', 'm-5', 'm-6', 'm-8']);

  indexes.set('m-1', OLD);
  Object.assign(state, { answering: ['m-1'], writers: new Map([['m-4', '']]) });
  await open().switch('m-2');
  expect([...indexes.keys()]).toEqual(['m-2', 'm-5', 'm-6', 'm-8']);
});
