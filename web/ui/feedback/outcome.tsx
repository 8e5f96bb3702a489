import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

/** A message in place of the form or button that succeeded. It takes the focus, so that screen readers read it. */
export function Outcome({ children }: { children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="rounded-md outline-none">
      <Notice tone="info">{children}</Notice>
    </div>
  );
}
