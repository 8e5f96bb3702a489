import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { useTypedFields } from './use-typed-fields.ts';

const request = { text: 'Lease', dueAt: null, responsibleName: null } as RoomRequest; // what the fields read

test('what could not be saved of a request is saved again with what is typed later', () => {
  const save = vi.fn<Parameters<typeof useTypedFields>[1]>();
  let typed: ReturnType<typeof useTypedFields> | undefined;
  function Fields() {
    typed = useTypedFields(request, save);
    return null;
  }
  renderToStaticMarkup(<Fields />);
  const type = (name: 'text' | 'responsibleName', value: string) => {
    const field = typed?.(name);
    field?.onChange({ target: { value, validity: { valid: true } } as HTMLInputElement }); // what is read of it
    field?.onBlur();
  };
  type('text', 'Leases');
  expect(save).toHaveBeenLastCalledWith({ text: 'Leases' }, expect.any(Function));
  save.mock.lastCall?.[1]();
  type('responsibleName', 'Ada');
  expect(save).toHaveBeenLastCalledWith({ text: 'Leases', responsibleName: 'Ada' }, expect.any(Function));
  typed?.('text').onBlur();
  expect(save).toHaveBeenCalledTimes(2);
});
