import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FieldErrorsContext } from './field-errors.ts';
import { TextField } from './text-field.tsx';

function renderName(boxId: string | undefined, error: string | undefined): string {
  const messageOf = (name: string) => (name === 'name' ? error : undefined);
  return renderToStaticMarkup(
    <FieldErrorsContext value={{ getMessage: messageOf, summaryId: boxId }}>
      <TextField label="Folder name" name="name" hint="As others see it" />
    </FieldErrorsContext>,
  );
}

/** The texts that describe the input, by the ids it names. */
function descriptionOf(html: string): string[] {
  const ids = /<input[^>]*aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  return ids.map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? `nothing called ${id}`);
}

test('a label names its input', () => {
  const html = renderName(undefined, undefined);
  expect(/<label for="([^"]*)"/.exec(html)?.[1]).toBe(/<input[^>]* id="([^"]*)"/.exec(html)?.[1]);
});

test('a sound field is described by its hint alone', () => {
  const html = renderName(undefined, undefined);
  expect(descriptionOf(html)).toEqual(['As others see it']);
  expect(html).not.toContain('aria-invalid=');
});

test('a faulty field is described by its error, then by its hint', () => {
  const html = renderName(undefined, 'Folder name is required');
  expect(descriptionOf(html)).toEqual(['Folder name is required', 'As others see it']);
  expect(html).toContain('aria-invalid="true"');
});

test('an error that stands in the box above is not shown twice', () => {
  const html = renderName('box', 'Folder name is required');
  expect(html).not.toContain('Folder name is required');
  expect(html).toMatch(/aria-describedby="box /);
});

test('a field outside any form has no error', () => {
  const html = renderToStaticMarkup(<TextField label="Search" name="name" />);
  expect(html).not.toMatch(/aria-invalid=|aria-describedby=/);
});
