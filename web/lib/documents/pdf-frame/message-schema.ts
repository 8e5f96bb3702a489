type Check<T> = (value: unknown) => value is T;
type Fields = Record<string, Check<unknown>>;
type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Check<infer T> ? T : never };

/** The union of the messages that a schema describes, told apart by `type`. */
export type MessageOf<S extends Record<string, Fields>> = {
  [K in keyof S]: { type: K } & ValuesOf<S[K]>;
}[keyof S];

export const integer =
  (least: number, most: number): Check<number> =>
  (value): value is number =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

export const text =
  (maxLength: number): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= maxLength;

export const matching =
  (pattern: RegExp): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value);

export const oneOf =
  <T extends string>(...values: readonly T[]): Check<T> =>
  (value): value is T =>
    values.some((each) => each === value);

export const flag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
export const buffer: Check<ArrayBuffer> = (value): value is ArrayBuffer => value instanceof ArrayBuffer;

/**
 * Returns a function that validates a message against a schema by type. It returns a copy with the fields of the schema
 * alone; `undefined` if the type is unknown or a field is missing or invalid.
 */
export function createMessageParser<const S extends Record<string, Fields>>(
  schema: S,
): (data: unknown) => MessageOf<S> | undefined {
  return (data) => {
    if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
    const { type, ...values }: Record<string, unknown> & { type: unknown } = data;
    if (typeof type !== 'string' || !Object.hasOwn(schema, type)) return undefined;
    const fields = Object.entries(schema[type] ?? {});
    if (!fields.every(([name, isValid]) => isValid(values[name]))) return undefined;
    const copy = Object.fromEntries(fields.map(([name]) => [name, values[name]]));
    return { type, ...copy } as MessageOf<S>; // each field was checked above
  };
}
