import { parseJson } from '#web/lib/http/request.ts';

/** A number of a JSON text that `number` would round, with its digits. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Matches every number that may have more digits or a larger exponent than `number` holds, and others. */
const MAY_BE_ROUNDED = /[\d.]{16}|[eE][+-]?\d{3}/;

/**
 * Parses a JSON text for display, with numbers as they are written where they would be rounded, such as long IDs. Returns
 * `undefined` if it is no JSON. Browsers that do not pass the source of a value round it.
 */
export function parseExactly(text: string): unknown {
  // Reading each value takes several times as long.
  if (!MAY_BE_ROUNDED.test(text)) return parseJson(text);
  try {
    return JSON.parse(text, keepExact);
  } catch {
    return undefined;
  }
}

function keepExact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !MAY_BE_ROUNDED.test(source)) return value;
  return String(value) === source ? value : new ExactNumber(source);
}
