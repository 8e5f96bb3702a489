import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a search server is used with or without a name, and its settings need each other', () => {
  const url = 'https://search.example.test:9200';
  expect(readConfig({ SEARCH_URL: url }).searchServer).toMatchObject({ url, indexPrefix: 'muniment' });
  const named = {
    SEARCH_URL: url,
    SEARCH_USERNAME: 'room',
    SEARCH_PASSWORD: 'secret',
    SEARCH_CA_FILE: '/ca.pem',
  };
  expect(readConfig({ ...named, SEARCH_INDEX_PREFIX: 'deal-1' }).searchServer).toEqual({
    ...{ url, username: 'room', password: 'secret', caFile: '/ca.pem', indexPrefix: 'deal-1' },
  });
  const { SEARCH_PASSWORD: _, ...nameless } = named;
  expect(() => readConfig(nameless)).toThrow('SEARCH_USERNAME and SEARCH_PASSWORD need each other');
  expect(() => readConfig({ SEARCH_CA_FILE: '/ca.pem' })).toThrow('SEARCH_URL is not set');
  expect(() => readConfig({ ...named, SEARCH_URL: 'http://search.example.test' })).toThrow('SEARCH_CA_FILE');
  expect(() => readConfig({ SEARCH_URL: 'https://a:b@search.example.test' })).toThrow('without credentials');
  expect(() => readConfig({ SEARCH_URL: url, SEARCH_INDEX_PREFIX: '*' })).toThrow('SEARCH_INDEX_PREFIX');
});
