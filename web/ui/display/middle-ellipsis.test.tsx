import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MiddleEllipsis } from './middle-ellipsis.tsx';

test.each(['عقد الإيجار.pdf', 'عقد الإيجار النهائي للمبنى الرئيسي بيت المحكمة.pdf'])(
  'the direction of the name %s follows its script, so that its beginning is not what is cut',
  (name) => {
    const html = renderToStaticMarkup(<MiddleEllipsis text={name} />);
    expect(html).toMatch(/^<span dir="auto"/);
    expect(html.replace(/<[^>]*>/g, '')).toBe(name);
  },
);

test('a short name in a right-to-left script is cut before its extension, in an element of its own', () => {
  const html = renderToStaticMarkup(<MiddleEllipsis text="عقد الإيجار.pdf" />);
  expect(html).toMatch(/text-ellipsis[^>]*>عقد الإيجار<\/span><span class="shrink-0[^>]*>\.pdf</);
  // The ellipsis of an inline element would be at the end of the line around it.
  expect(renderToStaticMarkup(<MiddleEllipsis text="المستندات" />)).toMatch(/class="block truncate/);
});
