import { z } from 'zod';

export type Json = Record<string, unknown>;

/**
 * A schema as JSON Schema 2020-12. Schemas with an id are added to `schemas`, a document's `components`, and referred to.
 * @param io whether the schema is of a request (`input`) or of an answer (`output`)
 */
export function toJson(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $defs = {}, $schema: _dialect, id, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  for (const [name, { id: _name, ...definition }] of Object.entries($defs as Record<string, Json>)) {
    schemas[name] = withReferences(definition);
  }
  if (typeof id !== 'string') return withReferences(json);
  schemas[id] = withReferences(json);
  return { $ref: `#/components/schemas/${id}` };
}

/** zod's references as those of an OpenAPI or AsyncAPI document. */
const withReferences = (json: Json): Json =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
