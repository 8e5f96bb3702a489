import { z } from 'zod';

/** What of a JSON schema the page speaks of. */
interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

/** A schema as a type for people: `{ name: string, parentId?: integer | null }`. */
export function describeType(schema: z.ZodType, io: 'input' | 'output'): string {
  // What JSON can't say, such as a transformation, is shown as what goes in.
  return typeText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema); // zod's own type is wider
}

function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' | ');
  if (schema.type === 'array') return arrayType(typeText(schema.items ?? {}));
  if (schema.properties) return objectType(schema);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `{ [name]: ${typeText(schema.additionalProperties)} }`;
  if (schema.format === 'date-time') return 'instant';
  return String(schema.type ?? 'anything');
}

const arrayType = (item: string): string => (/[|{]/.test(item) ? `(${item})[]` : `${item}[]`);

function objectType({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
