/** Open311 as the portal describes it (`/openapi.json`, made from the contract), an operation for each format, for Schemathesis. */
import { issues } from '@tma/contracts';

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  schema: Json;
}
interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, Json> }>;
}
type Mode = 'positive' | 'negative';
interface Description extends Json {
  paths: Record<string, Record<string, Described>>;
}

/** What there is to ask for: a tehsil, a key of it that may omit pictures, and a report. */
export interface Known {
  jurisdiction: string;
  key: string;
  reference: string;
}

const codes = issues.filter(({ kind }) => kind === 'problem').map(({ code }) => code);
const text = (pattern: string): Json => ({ type: 'string', pattern });
const oneOf = (...values: string[]): Json => ({ type: 'string', enum: values });
const words = text('^[A-Za-z0-9۰-۹آ-ے<&>]{1,60}$');

const date = '(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])';
const moment = text(`^${date}(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?(Z|[+-]0\\d:[0-5]\\d)?)?$`);

/** What the descriptions' texts may be, more narrowly than types say: whatever fits is taken, and nearly nothing else. */
const narrow = ({ jurisdiction, key, reference }: Known): Record<string, Json> => ({
  jurisdiction_id: oneOf(jurisdiction),
  api_key: oneOf(key),
  id: oneOf(reference),
  code: oneOf(...codes),
  service_request_id: text('^TMA-[0-9A-Z]{8}$'),
  service_code: oneOf(...codes),
  status: oneOf('open', 'closed'),
  start_date: moment,
  end_date: moment,
  updated_after: moment,
  page: oneOf('1', '2', '3', '4'),
  page_size: text('^[1-9][0-9]{0,4}$'),
  extensions: oneOf('true', 'false'),
});

/** Nearly whatever is written in these is taken. */
const texts = ['description', 'address_string', 'first_name', 'last_name', 'phone'];

const form = ({ jurisdiction, key }: Known, mode: Mode): Json => ({
  type: 'object',
  // What else a form says is not read.
  ...(mode === 'positive' && { additionalProperties: false }),
  required: ['api_key', 'service_code', 'description', 'address_string'],
  properties: {
    api_key: oneOf(key),
    jurisdiction_id: oneOf(jurisdiction),
    service_code: oneOf(...codes),
    ...Object.fromEntries(texts.map((name) => [name, mode === 'positive' ? words : { type: 'string' }])),
    email: text('^[a-z]{1,9}@example\\.org$'),
  },
});

/** What is no mistake, whatever it is; a key that is not known says nothing, where none is needed. */
const unchecked = ['extensions', 'service_request_id', 'api_key'];

/** An empty parameter is none. */
const orNothing = (schema: Json): Json => ({ anyOf: [schema, { const: '' }] });

/**
 * @param mode `positive`: whatever the description allows is to be answered; `negative`: what it does not allow is to be refused
 */
export async function describeOpen311(url: string, known: Known, mode: Mode): Promise<Json> {
  const { paths, ...rest } = (await (await fetch(`${url}/openapi.json`)).json()) as Description;
  const made: Description['paths'] = {};
  for (const [path, methods] of Object.entries(paths)) {
    if (!path.startsWith('/open311/')) continue;
    for (const format of ['json', 'xml'])
      made[path.replace('{format}', format)] = Object.fromEntries(
        Object.entries(methods).map(([method, described]) => [method, inFormat(described, format, known, mode)]),
      );
  }
  return { ...rest, servers: [{ url }], paths: made };
}

function inFormat(described: Described, format: string, known: Known, mode: Mode): Described {
  const { requestBody } = described;
  const narrowed = narrow(known);
  const parameters = described.parameters
    .filter(({ name }) => name !== 'format' && (mode === 'positive' || !unchecked.includes(name)))
    .map((parameter) => {
      const schema = narrowed[parameter.name] ?? parameter.schema;
      const isOptional = parameter.in === 'query' && mode === 'negative';
      // There are several tehsils; who brings a report says it by the key.
      const required = parameter.in === 'path' || (parameter.name === 'jurisdiction_id' && !requestBody);
      return {
        ...parameter,
        examples: undefined,
        schema: isOptional && !required ? orNothing(schema) : schema,
        required,
      };
    });
  return {
    ...described,
    operationId: `${described.operationId}-${format}`,
    parameters,
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: Object.fromEntries(
          Object.keys(requestBody.content).map((type) => [type, { schema: form(known, mode) }]),
        ),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(described.responses).map(([status, answer]) => [
        status,
        { ...answer, content: contentIn(answer, format) },
      ]),
    ),
  };
}

const contentIn = ({ content = {} }: Described['responses'][string], format: string) => {
  const { schema } = content['application/json'] ?? {};
  return { [`application/${format}`]: { schema } };
};
