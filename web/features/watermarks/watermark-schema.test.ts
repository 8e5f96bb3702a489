import { expect, test } from 'vitest';
import { toFields, toFormValues, watermarkSchema } from './watermark-schema.ts';

test('the form of a new watermark is valid and becomes the body of the call', () => {
  const values = { ...toFormValues(undefined), name: ' Strict ' };
  expect(toFields(watermarkSchema.parse(values))).toEqual({
    name: 'Strict',
    template: '{email} · {date} {time} · {link}',
    angle: 30,
    size: 100,
    density: 100,
    color: 'gray',
  });
});

test('the form of a watermark refuses what the server would refuse', () => {
  const refused = { name: '', template: '{date}', angle: '91', size: '1.5', density: '', color: 'gray' };
  const { error } = watermarkSchema.safeParse(refused);
  expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(
    new Set(['name', 'template', 'angle', 'size', 'density']),
  );
});
