import { expect, test } from 'vitest';
import { getInitialMethod } from './initial-method.ts';

test('searches begin with the chosen method, also the default one, and with Auto while none was chosen', () => {
  expect(getInitialMethod({ searchMethod: 'hybrid', searchMethodChosen: true })).toBe('hybrid');
  expect(getInitialMethod({ searchMethod: 'hybrid', searchMethodChosen: false })).toBe('auto');
  expect(getInitialMethod({ searchMethod: 'vector', searchMethodChosen: false })).toBe('vector');
  expect(getInitialMethod({ searchMethod: 'auto', searchMethodChosen: true })).toBe('auto');
});
