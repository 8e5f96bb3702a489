import { clsx } from 'clsx';
import { initialsOf } from './initials.ts';

const SIZE = { small: 'size-6 text-xs', medium: 'size-8 text-xs', large: 'size-16 text-xl' } as const;

interface AvatarProps {
  name: string;
  /** Defaults to those of the first and last word, or the first two letters of a name of one word. */
  initials?: string;
  /** The token of the person's picture. */
  image?: string | undefined;
  size?: keyof typeof SIZE;
}

/**
 * The picture of a person, otherwise initials on a color that follows from the name. Hidden from screen readers: the name or a
 * label is always beside it.
 */
export function Avatar({ name, initials = initialsOf(name), image, size = 'medium' }: AvatarProps) {
  if (image !== undefined)
    return (
      <img
        src={`/api/avatars/${image}`}
        alt=""
        draggable={false}
        className={clsx('shrink-0 rounded-full object-cover outline outline-line', SIZE[size])}
      />
    );
  const hue = getHue(name);
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-grid shrink-0 select-none place-items-center rounded-full font-semibold',
        SIZE[size],
      )}
      style={{
        // Fixed lightness keeps the contrast above 7 for every hue, in both schemes.
        backgroundColor: `light-dark(oklch(0.91 0.04 ${hue}), oklch(0.36 0.06 ${hue}))`,
        color: `light-dark(oklch(0.36 0.08 ${hue}), oklch(0.93 0.03 ${hue}))`,
      }}
    >
      {initials}
    </span>
  );
}

/** Returns the same hue (0 to 359) for the same name. */
function getHue(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}
