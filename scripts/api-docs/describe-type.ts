import { z } from 'zod';

/** What of a JSON schema the page speaks of. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

/** A schema as a type for people: `{ name: string, parentId?: integer | null }`. */
export function shapeOf(schema: z.ZodType, io: 'input' | 'output'): string {
  // What JSON can't say, such as a transformation, is shown as what goes in.
  return textOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema); // zod's own type is wider
}

function textOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(textOf))].join(' | ');
  if (schema.type === 'array') return listOf(textOf(schema.items ?? {}));
  if (schema.properties) return objectOf(schema);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `{ [name]: ${textOf(schema.additionalProperties)} }`;
  if (schema.format === 'date-time') return 'instant';
  return String(schema.type ?? 'anything');
}

const listOf = (item: string): string => (/[|{]/.test(item) ? `(${item})[]` : `${item}[]`);

function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${textOf(schema)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
