import { useEffect, useEffectEvent, useRef } from 'react';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import type { RequestChanges } from './api.ts';
import { changeOf, type TypedName } from './typed-request.ts';

/**
 * Returns the properties of a typed field of a request by its name. What is typed is saved when the field is left, also by
 * closing the drawer, which removes the field without leaving it.
 */
export function useTypedFields(
  request: RoomRequest,
  save: (body: RequestChanges, onFailure: () => void) => void,
) {
  const typed = useRef<RequestChanges>({});
  function saveTyped(): void {
    const body = typed.current;
    typed.current = {};
    if (Object.keys(body).length === 0) return;
    // It is tried again with what is typed next, or when the drawer is closed.
    save(body, () => {
      typed.current = { ...body, ...typed.current };
    });
  }
  const saveOnClose = useEffectEvent(saveTyped);
  useEffect(() => () => saveOnClose(), []);
  return (name: TypedName) => ({
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      const { [name]: _, ...others } = typed.current;
      typed.current = { ...others, ...changeOf(request, name, target) };
    },
    onBlur: saveTyped,
  });
}
