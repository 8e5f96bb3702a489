import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';

const TOO_SHORT = 'Username must be at least 3 characters';
const REQUIRED = 'Email is required';

function Registration({ errors }: { errors: 'at-fields' | 'above' }) {
  const form = useForm({
    defaultValues: { username: 'ab', email: '' },
    errors: {
      username: { type: 'custom', message: TOO_SHORT },
      email: { type: 'custom', message: REQUIRED },
    },
  });
  return (
    <Form form={form} errors={errors} onSubmit={vi.fn()}>
      <TextField label="Username" {...form.register('username')} />
      <TextField label="Email" {...form.register('email')} />
    </Form>
  );
}

/** Returns the names of the inputs that are marked as invalid. */
const listInvalid = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes('aria-invalid="true"'))
    .map((input) => /name="([^"]*)"/.exec(input)?.[1] ?? '');

test('a form that shows the first error above its fields marks that field alone', () => {
  const html = renderToStaticMarkup(<Registration errors="above" />);
  expect(html).toContain(TOO_SHORT);
  expect(html).not.toContain(REQUIRED);
  expect(listInvalid(html)).toEqual(['username']);
});

test('a form that shows errors at its fields marks each', () => {
  const html = renderToStaticMarkup(<Registration errors="at-fields" />);
  expect(html).toContain(TOO_SHORT);
  expect(html).toContain(REQUIRED);
  expect(listInvalid(html)).toEqual(['username', 'email']);
});
