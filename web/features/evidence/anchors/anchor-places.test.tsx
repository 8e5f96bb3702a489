import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AnchorPlace, AnchorState } from '#shared/contracts/evidence/anchors.ts';
import { AnchorPlaces } from './anchor-places.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const treeHead = { treeSize: 18_204, rootHash: '', signedAt: AT, keyId: 'a1b2c3', signature: '' };
const render = (state: Partial<AnchorState>, isAdmin = false): string =>
  renderToStaticMarkup(<AnchorPlaces state={{ treeHead, places: [], ...state }} isAdmin={isAdmin} />);
const renderPlace = (place: Partial<AnchorPlace>, isAdmin = false): string =>
  render({ places: [{ kind: 'bucket', isChosen: true, kept: null, failure: null, ...place }] }, isAdmin);

const kept = { treeSize: 18_100, at: AT };
const failure = { at: AT, error: 'The bucket did not take the tree head.' };

test('the newest tree head is named with its entry and key', () => {
  for (const text of ['18,204', 'a1b2c3', 'Nov 20, 2026']) expect(render({})).toContain(text);
  expect(render({ treeHead: null })).toContain('No tree head is signed yet.');
});

test.each([
  ['a place that keeps heads', { kept }, ['Bucket', 'Kept', 'entry 18,100']],
  ['a place before its first head', {}, ['Waiting', 'Nothing is kept there yet.']],
  ['a place that is off', { isChosen: false, kept, failure }, ['Off', 'entry 18,100']],
  ['a place that failed', { kept, failure }, ['Failed', 'entry 18,100', failure.error, 'within the hour']],
])('%s says so', (_name, place, texts) => {
  for (const text of texts) expect(renderPlace(place)).toContain(text);
});

test('a failure of a place that is off is none anymore', () => {
  expect(renderPlace({ isChosen: false, kept, failure })).not.toContain(failure.error);
});

test('administrators read what to check, and managers whom to tell', () => {
  expect(renderPlace({ failure }, true)).toContain('Check the bucket that ANCHOR_S3_BUCKET names');
  expect(renderPlace({ failure })).toContain('Tell an administrator.');
  expect(renderPlace({ failure })).not.toContain('ANCHOR_S3_BUCKET');
});

test('without a place, it says who can choose one', () => {
  expect(render({})).toContain('An administrator can choose a place');
  expect(render({}, true)).toContain('Choose a place');
});
