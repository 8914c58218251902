import { z } from 'zod';

export type Json = Record<string, unknown>;

/**
 * A schema as JSON Schema 2020-12; those with a name move to `schemas`, a document's `components`, and are pointed to.
 * @param io whether it is what is sent or what is answered
 */
export function toJson(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $defs = {}, $schema: _dialect, id, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  for (const [name, { id: _name, ...definition }] of Object.entries($defs as Record<string, Json>)) {
    schemas[name] = point(definition);
  }
  if (typeof id !== 'string') return point(json);
  schemas[id] = point(json);
  return { $ref: `#/components/schemas/${id}` };
}

const point = (json: Json): Json => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
