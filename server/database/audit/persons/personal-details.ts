import { keyIdOfText } from './person-cipher.ts';

const BETWEEN_WORDS = /[\s"',;:<>()]+/;
/** Details that name a person: the value says who. */
const NAMES = new Set(['email', 'username', 'usernames', 'actor', 'responsibleName']);
/** Details that say something of the person whom the entry is about. */
const ATTRIBUTES = new Set(['firstName', 'lastName', 'typedName', 'address', 'network', 'device']);

/** A text that belongs to the person of this name, or, without one, to the person whom the entry is about. */
export interface PersonalText {
  readonly text: string;
  readonly name: string | undefined;
}

/**
 * Finds the first email address in a text: something before the `@` and a domain with a dot in it. Takes time in proportion to
 * the length, which a regular expression for the whole address does not.
 */
export function findEmailAddress(text: string): string | undefined {
  if (!text.includes('@')) return undefined;
  for (const word of text.split(BETWEEN_WORDS)) {
    const parts = word.split('@');
    const at = parts.findIndex((part, index) => part !== '' && hasInnerDot(parts[index + 1] ?? ''));
    if (at !== -1) return `${parts[at]}@${parts[at + 1]}`;
  }
  return undefined;
}

const hasInnerDot = (domain: string): boolean => {
  const dot = domain.indexOf('.', 1);
  return dot !== -1 && dot < domain.length - 1;
};

/** Returns the details with each personal text as `change` returns it. */
export function mapPersonalTexts(
  details: unknown,
  change: (personal: PersonalText) => string,
  key = '',
): unknown {
  if (typeof details === 'string') {
    if (details === '') return details;
    const address = findEmailAddress(details);
    // Encrypted too, so that no clear text next to encrypted ones is mistaken for one.
    if (keyIdOfText(details) !== undefined) return change({ text: details, name: details });
    if (address !== undefined) return change({ text: details, name: address });
    if (NAMES.has(key)) return change({ text: details, name: details });
    return ATTRIBUTES.has(key) ? change({ text: details, name: undefined }) : details;
  }
  if (Array.isArray(details)) return details.map((each) => mapPersonalTexts(each, change, key));
  if (typeof details !== 'object' || details === null) return details;
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      mapPersonalTexts(value, change, typeof value === 'object' && !Array.isArray(value) ? '' : name),
    ]),
  );
}

/** Returns the value with every text in it as `change` returns it. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}
