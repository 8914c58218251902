import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { breakingChanges, type Schema } from './compare.ts';

const schemaOf = (data: z.ZodType) => z.toJSONSchema(data, { io: 'input' }) as Schema;
const changes = (kept: z.ZodRawShape, today: z.ZodRawShape) =>
  breakingChanges(schemaOf(z.object(kept)), schemaOf(z.object(today)));

const text = z.string();
const person = z.object({ id: z.uuid(), name: text });

describe('safe', () => {
  it.each<[string, z.ZodRawShape, z.ZodRawShape]>([
    ['nothing changed', { a: text, b: person }, { a: text, b: person }],
    ['another order', { a: text, b: text }, { b: text, a: text }],
    ['another order of the values', { a: z.enum(['x', 'y']) }, { a: z.enum(['y', 'x']) }],
    ['a new optional property', { a: text }, { a: text, b: text.optional() }],
    ['a new optional property that may be null', { a: text }, { a: text, b: text.nullish() }],
    ['one of an object inside', { a: person }, { a: person.extend({ language: text.optional() }) }],
    [
      'one of an object that may be null',
      { a: person.nullable() },
      { a: person.extend({ b: text.nullish() }).nullable() },
    ],
    ['one of the objects of a list', { a: z.array(person) }, { a: z.array(person.extend({ b: text.optional() })) }],
    ['a new optional object', { a: text }, { a: text, b: person.optional() }],
    ['a description', { a: text }, { a: text.describe('A text') }],
  ])('%s', (_what, kept, today) => {
    expect(changes(kept, today)).toEqual([]);
  });
});

const [gone, nowRequired, nowOptional] = ['is gone', 'is required', 'is optional'];

describe('breaking', () => {
  it.each<[string, z.ZodRawShape, z.ZodRawShape, string]>([
    ['a new required property', { a: text }, { a: text, b: text }, `data.b: ${nowRequired}`],
    ['one that may be null', { a: text }, { a: text, b: text.nullable() }, `data.b: ${nowRequired}`],
    ['one of an object inside', { a: person }, { a: person.extend({ b: text }) }, `data.a.b: ${nowRequired}`],
    ['an optional one becomes required', { a: text.optional() }, { a: text }, `data.a: ${nowRequired}`],
    ['a required one becomes optional', { a: text }, { a: text.optional() }, `data.a: ${nowOptional}`],
    ['a required one is gone', { a: text, b: text }, { a: text }, `data.b: ${gone}`],
    ['an optional one is gone', { a: text, b: text.optional() }, { a: text }, `data.b: ${gone}`],
    ['all are gone', { a: text }, {}, `data.a: ${gone}`],
    ['one of an object inside is gone', { a: person }, { a: person.omit({ name: true }) }, `data.a.name: ${gone}`],
    ['another name', { a: text }, { b: text.optional() }, `data.a: ${gone}`],
    ['fewer values', { a: z.enum(['x', 'y']) }, { a: z.enum(['x']) }, 'data.a: enum was ["x","y"], is ["x"]'],
    ['more values', { a: z.enum(['x']) }, { a: z.enum(['x', 'y']) }, 'data.a: enum was ["x"], is ["x","y"]'],
    ['a text becomes a list of values', { a: text }, { a: z.enum(['x']) }, 'data.a: enum was absent'],
    ['a list of values becomes a text', { a: z.enum(['x']) }, { a: text }, 'data.a: enum was ["x"], is absent'],
    ['shorter', { a: text.max(80) }, { a: text.max(40) }, 'data.a: maxLength was 80, is 40'],
    ['longer', { a: text.max(40) }, { a: text.max(80) }, 'data.a: maxLength was 40, is 80'],
    ['a first length', { a: text }, { a: text.max(80) }, 'data.a: maxLength was absent, is 80'],
    ['a format', { a: text }, { a: z.uuid() }, 'data.a: format was absent, is "uuid"'],
    ['null no more', { a: text.nullable() }, { a: text }, 'data.a: type was ["null","string"], is "string"'],
    ['null from now on', { a: text }, { a: text.nullable() }, 'data.a: type was "string", is ["null","string"]'],
    ['an object null no more', { a: person.nullable() }, { a: person }, 'data.a: anyOf was '],
    [
      'a shorter text that may be null',
      { a: text.max(9).nullable() },
      { a: text.max(5).nullable() },
      'maxLength was 9',
    ],
    ['another type', { a: text }, { a: z.number() }, 'data.a: type was "string", is "number"'],
    ['an object becomes a text', { a: person }, { a: text }, 'data.a: type was "object", is "string"'],
    ['another type in a list', { a: z.array(text) }, { a: z.array(z.number()) }, 'data.a[]: type was "string"'],
    ['a list becomes one', { a: z.array(text) }, { a: text }, 'data.a: type was "array", is "string"'],
    ['no more than is known', { a: person }, { a: z.strictObject(person.shape) }, 'data.a: additionalProperties was '],
  ])('%s', (_what, kept, today, change) => {
    expect(changes(kept, today).join('\n')).toContain(change);
  });

  it('another topic, of which the identifier tells', () => {
    const data = schemaOf(z.object({ a: text }));
    expect(breakingChanges({ ...data, $id: 'one' }, { ...data, $id: 'two' })).toEqual([
      'data: $id was "one", is "two"',
    ]);
  });
});
