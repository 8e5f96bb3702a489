import { clsx } from 'clsx';

const SIZE = { small: 'size-6 text-xs', medium: 'size-8 text-xs', large: 'size-16 text-xl' } as const;

interface AvatarProps {
  name: string;
  /** Defaults to the first two letters of the name. */
  initials?: string;
  size?: keyof typeof SIZE;
}

/** Initials on a color that follows from the name. Hidden from screen readers: the name or a label is always beside it. */
export function Avatar({ name, initials = name.slice(0, 2).toUpperCase(), size = 'medium' }: AvatarProps) {
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
