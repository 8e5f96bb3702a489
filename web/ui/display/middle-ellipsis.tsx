import { splitName } from './split-name.ts';

/**
 * A name in one line that is cut in the middle where it is too long, since the ends of names tell them apart. The element
 * around it needs an accessible name: screen readers would hear two pieces. Names in right-to-left scripts begin at the right.
 */
export function MiddleEllipsis({ text }: { text: string }) {
  const [start, end] = splitName(text);
  if (end === '')
    return (
      // A block: the text of an inline element would be cut at the end of the element around it, which is its beginning at the
      // right.
      <span dir="auto" className="block truncate text-left">
        {text}
      </span>
    );
  return (
    <span dir="auto" className="flex min-w-0">
      <span className="overflow-hidden text-ellipsis whitespace-pre">{start}</span>
      <span className="shrink-0 whitespace-pre">{end}</span>
    </span>
  );
}
