import type { BaseSyntheticEvent } from 'react';
import { createFormControl } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { submitWholeDates } from './whole-dates.ts';

/** Submits a form with an empty date field; returns what was sent, and the message at the field. */
async function submit(validity: { valid: boolean }) {
  const { control, handleSubmit, setError } = createFormControl({
    defaultValues: { name: 'x', lastDay: '' },
  });
  const elements = [
    { name: 'name', type: 'text', value: 'x', willValidate: true, validity: { valid: true }, labels: null },
    { name: 'lastDay', type: 'date', value: '', willValidate: true, validity, labels: null },
  ];
  const event = { currentTarget: { elements }, preventDefault: vi.fn(), persist: vi.fn() };
  const send = vi.fn<(values: object) => void>();
  await submitWholeDates(
    { handleSubmit, setError },
    send,
  )(event as unknown as BaseSyntheticEvent<object, HTMLFormElement>); // what is read of it
  return {
    sent: send.mock.calls.map(([values]) => values),
    message: control._formState.errors.lastDay?.message,
  };
}

test('a form with a date that is typed in part is not submitted, and says so at the field', async () => {
  expect(await submit({ valid: false })).toEqual({ sent: [], message: 'Enter a whole date' });
});

test('a form with a blank date is submitted', async () => {
  expect(await submit({ valid: true })).toEqual({
    sent: [{ name: 'x', lastDay: '' }],
    message: undefined,
  });
});
