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
