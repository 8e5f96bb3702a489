/** The maximum characters (UTF-16 units) of a name: the limit of common file systems. */
export const MAX_NAME_LENGTH = 255;

/** C0 and C1 controls, DEL, line and paragraph separators, and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Matches characters that change the text direction: `fdp.exe` could be shown as `exe.pdf`. */
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Matches a visible character: a name without one cannot be clicked. */
const VISIBLE = /[^\s\p{Cf}\p{Zs}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u;

/** Returns a name as it is stored: trimmed, in composed form (NFC). macOS gives names of files in decomposed form. */
export const storedName = (name: string): string => name.trim().normalize('NFC');

/** Returns what is wrong with the name of a folder or file, or nothing if it is valid. */
export function nameProblem(name: string, required: string): string | null {
  if (!VISIBLE.test(name)) return required;
  if (name.length > MAX_NAME_LENGTH) return `The name is too long: use at most ${MAX_NAME_LENGTH} characters`;
  if (/[/\\]/.test(name)) return "A name can't contain / or \\";
  if (UNPRINTABLE.test(name)) return "The name contains characters that can't be shown";
  if (DIRECTION_MARK.test(name))
    return 'The name contains invisible characters that change the text direction';
  if (name === '.' || name === '..') return "A name can't be only dots";
  return null;
}
