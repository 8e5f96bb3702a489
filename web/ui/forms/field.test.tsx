import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FieldErrorsContext } from './field-errors.ts';
import { TextField } from './text-field.tsx';

function renderName(summaryId: string | undefined, error: string | undefined): string {
  const getMessage = (name: string) => (name === 'name' ? error : undefined);
  return renderToStaticMarkup(
    <FieldErrorsContext value={{ getMessage, summaryId }}>
      <TextField label="Folder name" name="name" hint="As others see it" />
    </FieldErrorsContext>,
  );
}

/** Returns the texts of the elements that describe the input. */
function getDescription(html: string): string[] {
  const ids = /<input[^>]*aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  return ids.map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? `no element ${id}`);
}

test('a label refers to its input', () => {
  const html = renderName(undefined, undefined);
  expect(/<label for="([^"]*)"/.exec(html)?.[1]).toBe(/<input[^>]* id="([^"]*)"/.exec(html)?.[1]);
});

test('a valid field is described by its hint only', () => {
  const html = renderName(undefined, undefined);
  expect(getDescription(html)).toEqual(['As others see it']);
  expect(html).not.toContain('aria-invalid=');
});

test('an invalid field is described by its error, then by its hint', () => {
  const html = renderName(undefined, 'Folder name is required');
  expect(getDescription(html)).toEqual(['Folder name is required', 'As others see it']);
  expect(html).toContain('aria-invalid="true"');
});

test('an error that the summary shows is not repeated at its field', () => {
  const html = renderName('box', 'Folder name is required');
  expect(html).not.toContain('Folder name is required');
  expect(html).toMatch(/aria-describedby="box /);
});

test('a field outside any form has no error', () => {
  const html = renderToStaticMarkup(<TextField label="Search" name="name" />);
  expect(html).not.toMatch(/aria-invalid=|aria-describedby=/);
});
