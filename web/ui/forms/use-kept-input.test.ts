import { afterEach, expect, test, vi } from 'vitest';
import { listSecrets } from './use-kept-input.ts';

class Input {
  readonly name: string;
  readonly type: string;
  readonly autocomplete: string;

  constructor(name: string, type: string, autocomplete: string) {
    this.name = name;
    this.type = type;
    this.autocomplete = autocomplete;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('passwords, also shown ones, codes and files are never stored', () => {
  vi.stubGlobal('HTMLInputElement', Input);
  const elements = [
    new Input('username', 'text', 'off'),
    new Input('password', 'password', 'new-password'),
    new Input('shown', 'text', 'current-password'),
    new Input('code', 'text', 'one-time-code'),
    new Input('file', 'file', ''),
    new Input('secret.key', 'password', ''),
    { name: 'save', type: 'submit' },
  ];
  const form = { elements: elements as unknown as HTMLFormControlsCollection }; // iterated only
  expect([...listSecrets(form)]).toEqual(['password', 'shown', 'code', 'file', 'secret']);
});
