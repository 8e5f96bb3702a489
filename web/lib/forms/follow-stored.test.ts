import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { followStored } from './follow-stored.ts';

interface Settings {
  registration: string;
  sizeMB: number;
  domains: string;
}

const OPENED: Settings = { registration: 'open', sizeMB: 25, domains: 'example.com' };
/** The values that somebody else stored after the form was opened. */
const LATER: Settings = { ...OPENED, registration: 'closed' };

function openForm() {
  const form = createFormControl<Settings>({ defaultValues: OPENED });
  let isDirty: boolean | undefined;
  form.subscribe({ formState: { isDirty: true }, callback: (state) => (isDirty = state.isDirty) });
  const fields = {
    registration: form.register('registration'),
    sizeMB: form.register('sizeMB', { valueAsNumber: true }),
    domains: form.register('domains'),
  };
  const type = (name: keyof Settings, value: string | number) =>
    fields[name].onChange({ target: { name, value }, type: 'change' });
  return { form, type, isDirty: () => isDirty };
}

test('a form without edits shows what is stored now', () => {
  const { form, isDirty } = openForm();
  followStored(form, OPENED, LATER);
  expect(form.getValues()).toEqual(LATER);
  expect(isDirty()).toBe(false);
});

test('an edited field keeps what was typed, and all others show what is stored now', async () => {
  const { form, type, isDirty } = openForm();
  await type('sizeMB', 50);
  followStored(form, OPENED, LATER);
  expect(form.getValues()).toEqual({ ...LATER, sizeMB: 50 });
  expect(isDirty()).toBe(true);
});

test('a saved field shows what was stored of it, and one that was edited meanwhile keeps that', async () => {
  const { form, type, isDirty } = openForm();
  await type('domains', 'Example.com example.org');
  const sent = form.getValues();
  await type('sizeMB', 50);
  const stored = { ...OPENED, domains: 'example.com, example.org' };
  followStored(form, OPENED, stored);
  followStored(form, sent, stored);
  expect(form.getValues()).toEqual({ ...stored, sizeMB: 50 });
  expect(isDirty()).toBe(true);
  await type('sizeMB', 25);
  expect(isDirty()).toBe(false);
});

test('a saved field shows what was stored of it also where that is known later', async () => {
  const { form, type, isDirty } = openForm();
  await type('domains', 'Example.com example.org');
  const stored = { ...OPENED, domains: 'example.com, example.org' };
  followStored(form, form.getValues(), OPENED);
  followStored(form, OPENED, stored);
  expect(form.getValues()).toEqual(stored);
  expect(isDirty()).toBe(false);
});
