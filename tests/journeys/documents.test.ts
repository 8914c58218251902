import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asyncApiSchemas from '@asyncapi/specs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type EventType, events, operationList, operations, topics } from '@tma/contracts';
import { eventExamples, type Step, story } from '@tma/contracts/examples';
import { createLog, type Received, tailTopics } from '@tma/kit';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createExampleRunner, differences, type StepAnswer } from '../../testing/example-runner.ts';

type Json = { [key: string]: Json };
const portal = inject('portal');
const read = async (path: string) => (await (await fetch(portal.portal + path)).json()) as Json;

let openapi: Json;
let asyncapi: Json;
let check: (part: string, pointer: string[], value: unknown) => unknown;
/** What became of each step of the examples, run on the portal. */
const answered: { step: Step; got: StepAnswer }[] = [];

beforeAll(async () => {
  [openapi, asyncapi] = await Promise.all([read('/openapi.json'), read('/asyncapi.json')]);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...openapi, $id: 'http://portal/openapi.json' });
  ajv.addSchema({ ...asyncapi, $id: 'http://portal/asyncapi.json' });
  check = (part, pointer, value) => {
    const path = pointer.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = ajv.getSchema(`http://portal/${part}.json#/${path}`);
    if (!validate) throw new Error(`${part} has no schema at ${path}`);
    return validate(value) ? [] : validate.errors;
  };
  const runStep = createExampleRunner(portal);
  for (const step of story) answered.push({ step, got: await runStep(step) });
});

/** Where an answer is described: by its status, or with all others. */
function answerOf({ operation, status }: Pick<Step, 'operation' | 'status'>, type: string) {
  const { path, method } = operations[operation];
  const at = ['paths', path, method.toLowerCase(), 'responses'];
  const documented = String(status) in (openapi.paths?.[path]?.[method.toLowerCase()]?.responses ?? {});
  return [...at, documented ? String(status) : 'default', 'content', type, 'schema'];
}

describe('/openapi.json', () => {
  it('is OpenAPI 3.1, by its official schema', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(openapi));
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
  });

  it('has an example of every operation, and each says what the story says', () => {
    const outside = operationList.filter(({ internal }) => !internal).map(({ id }) => id);
    expect(outside.filter((id) => !story.some(({ operation }) => operation === id))).toEqual([]);
    const told = JSON.stringify(openapi).match(/"summary":"[^"]+","value":/g)?.length;
    const said = story.flatMap(({ params = {}, query = {}, body, answer }) =>
      [...Object.values(params), ...Object.values(query), body, answer].filter((value) => value !== undefined),
    );
    expect(told).toBe(said.length);
  });

  it.each(story.map((step, index) => ({ ...step, index })))('$operation: $say', ({ index }) => {
    const { step, got } = answered[index] as (typeof answered)[number];
    expect([got.status, got.body]).toEqual([step.status, expect.anything()]);
    if (step.answer === undefined) return;
    const schema = answerOf(step, got.type);
    expect(check('openapi', schema, got.body)).toEqual([]);
    expect(check('openapi', schema, step.answer)).toEqual([]);
    expect(differences(step.answer, got.body)).toEqual([]);
  });
});

describe('/asyncapi.json', () => {
  it('is AsyncAPI 3.0, by its official schema', () => {
    // It brings the meta-schema it is written in itself.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    formats.default(ajv);
    const validate = ajv.compile(asyncApiSchemas.schemas['3.0.0'] as object);
    expect(validate(asyncapi) ? [] : validate.errors).toEqual([]);
  });

  it('points to nothing that is not there', () => {
    const pointers = JSON.stringify(asyncapi).match(/(?<="\$ref":"#\/)[^"]+/g) ?? [];
    const missing = pointers.filter(
      (path) => !path.split('/').reduce<Json | undefined>((part, name) => part?.[name.replaceAll('~1', '/')], asyncapi),
    );
    expect([pointers.length > 20, missing]).toEqual([true, []]);
  });

  it.each(Object.keys(events) as EventType[])('the example of %s is one', (type) => {
    const at = ['components', 'messages', type, 'payload'];
    expect(check('asyncapi', at, eventExamples[type])).toEqual([]);
    expect(events[type].data.safeParse(eventExamples[type].data)).toMatchObject({ success: true });
  });

  it('is what the services say: every event of this run fits it', async () => {
    const { brokers } = JSON.parse(readFileSync(join(portal.dataDir, 'run.json'), 'utf8')) as { brokers: string[] };
    const stopping = new AbortController();
    const heard: Received[] = [];
    const options = { fromBeginning: true, signal: stopping.signal, log: createLog('test', 'silent') };
    const tailing = tailTopics({ brokers }, Object.values(topics), (message) => heard.push(message), options);
    const typeOf = ({ value }: Received) => (JSON.parse(value) as { type: EventType }).type;
    // What the examples bring about.
    const expected: EventType[] = [
      'VerificationRequested',
      'ProfileSaved',
      'ReportCreated',
      'StatusChanged',
      'ProofAdded',
      'ClosureAnswered',
      'AdministratorSaved',
      'InviteRequested',
      'RecoveryRequested',
      'SessionsEnded',
      'AccountDeleted',
    ];
    await expect
      .poll(() => expected.filter((type) => !heard.some((one) => typeOf(one) === type)), { timeout: 20_000 })
      .toEqual([]);
    stopping.abort();
    await tailing;
    for (const one of heard) {
      const { topic } = events[typeOf(one)];
      const faults = check('asyncapi', ['components', 'messages', typeOf(one), 'payload'], JSON.parse(one.value));
      expect([typeOf(one), faults, one.topic]).toEqual([typeOf(one), [], topic]);
    }
  });
});
