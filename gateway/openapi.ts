import { type ErrorForm, GoTrueError, type Operation, operationList, PostgrestError, Problem } from '@tma/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

const errorOf: Record<ErrorForm, { schema: z.ZodType; type: string }> = {
  problem: { schema: Problem, type: 'application/problem+json' },
  gotrue: { schema: GoTrueError, type: 'application/json' },
  postgrest: { schema: PostgrestError, type: 'application/json' },
};
const bodyTypes = { json: 'application/json', multipart: 'multipart/form-data', binary: 'application/octet-stream' };

/** The contract as OpenAPI 3.1, made from the objects that the routes themselves are made from. */
export function openapi(url: string) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operationList) {
    if (operation.internal) continue;
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation.id, operation, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tehsil reporting portal',
      version: '1',
      description: 'Report problems to a tehsil and follow them.',
    },
    servers: [{ url }],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function describe(id: string, operation: Operation, schemas: Json): Json {
  const { body } = operation;
  const failure = errorOf[operation.errors];
  return {
    operationId: id,
    tags: [operation.service],
    summary: operation.summary,
    security: operation.who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [...parameters('path', operation.params, schemas), ...parameters('query', operation.query, schemas)],
    ...(body && {
      requestBody: {
        required: true,
        content: { [bodyTypes[body.type]]: { schema: toJson(body.schema, 'input', schemas) } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, schema]) => [
          status,
          {
            description: operation.summary,
            ...(schema && { content: { 'application/json': { schema: toJson(schema, 'output', schemas) } } }),
          },
        ]),
      ),
      default: {
        description: 'What was wrong',
        content: { [failure.type]: { schema: toJson(failure.schema, 'output', schemas) } },
      },
    },
  };
}

function parameters(place: 'path' | 'query', object: z.ZodObject | undefined, schemas: Json): Json[] {
  if (!object) return [];
  const { properties = {}, required = [] } = toJson(object, 'input', schemas) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

/** A schema as JSON Schema; those with a name move to `components` and are pointed to. */
function toJson(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $defs = {}, $schema: _dialect, id, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  for (const [name, { id: _name, ...definition }] of Object.entries($defs as Record<string, Json>)) {
    schemas[name] = point(definition);
  }
  if (typeof id !== 'string') return point(json);
  schemas[id] = point(json);
  return { $ref: `#/components/schemas/${id}` };
}

const point = (json: Json): Json => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
