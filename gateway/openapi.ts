import {
  type ErrorForm,
  GoTrueError,
  Open311Errors,
  type Operation,
  operationList,
  PostgrestError,
  Problem,
} from '@tma/contracts';
import { type Step, story } from '@tma/contracts/examples';
import type { z } from 'zod';
import { type Json, toJson } from './json-schema.ts';

const errorOf: Record<ErrorForm, { schema: z.ZodType; type: string }> = {
  problem: { schema: Problem, type: 'application/problem+json' },
  gotrue: { schema: GoTrueError, type: 'application/json' },
  postgrest: { schema: PostgrestError, type: 'application/json' },
  open311: { schema: Open311Errors, type: 'application/json' },
};
const bodyTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
  binary: 'application/octet-stream',
};

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
  const steps = story.filter(({ operation: name }) => name === id);
  return {
    operationId: id,
    tags: [operation.service],
    summary: operation.summary,
    security: operation.who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', operation.params, schemas, steps),
      ...parameters('query', operation.query, schemas, steps),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          [bodyTypes[body.type], ...(body.urlencoded ? [bodyTypes.urlencoded] : [])].map((type, index) => [
            type,
            { schema: toJson(body.schema, 'input', schemas), ...(index === 0 && examples(steps, ({ body }) => body)) },
          ]),
        ),
      },
    }),
    responses: responses(operation, schemas, steps),
  };
}

function responses({ answers, errors, summary }: Operation, schemas: Json, steps: readonly Step[]): Json {
  const failure = errorOf[errors];
  const answered = (matches: (status: number) => boolean) =>
    examples(
      steps.filter(({ status }) => matches(status)),
      (step) => step.answer,
    );
  const content = (type: string, schema: z.ZodType, matches: (status: number) => boolean) => ({
    content: {
      [type]: { schema: toJson(schema, 'output', schemas), ...answered(matches) },
      // The same in XML, where the path ends so.
      ...(errors === 'open311' && { 'application/xml': {} }),
    },
  });
  const known = Object.entries(answers).map(([status, schema]) => [
    status,
    {
      description: summary,
      ...(schema && content('application/json', schema, (one) => one === Number(status))),
    },
  ]);
  const others = content(failure.type, failure.schema, (status) => !(status in answers));
  return { ...Object.fromEntries(known), default: { description: 'What was wrong', ...others } };
}

/** The examples' values at one place of the operation, each with a summary of the step that it is of. */
function examples(steps: readonly Step[], read: (step: Step) => unknown): Json {
  const found = steps.filter((step) => read(step) !== undefined);
  if (found.length === 0) return {};
  return {
    examples: Object.fromEntries(
      found.map((step) => [`${step.operation}-${steps.indexOf(step) + 1}`, { summary: step.say, value: read(step) }]),
    ),
  };
}

function parameters(
  place: 'path' | 'query',
  object: z.ZodObject | undefined,
  schemas: Json,
  steps: readonly Step[],
): Json[] {
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
    ...examples(steps, (step) => {
      const text = (place === 'path' ? step.params : step.query)?.[name];
      return text !== undefined && (schema as Json).type === 'integer' ? Number(text) : text;
    }),
  }));
}
