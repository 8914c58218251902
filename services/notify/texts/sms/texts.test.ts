import { directions, statuses as known, languages, issues as types } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { smsTextsIn } from '../index.ts';
import { fitted, sizeOf } from './segments.ts';

const reference = 'TMA-WWWWWWWW';
const link = `https://reports.some-tehsil.gov.pk/r/${reference}`;
const statuses: readonly string[] = known.map(({ name }) => name);
const longest = <T extends { length: number }>(list: readonly T[]) =>
  list.toSorted((a, b) => b.length - a.length)[0] as T;

describe.each(languages)('in %s', (language) => {
  const texts = smsTextsIn(language);
  const day = texts.day('2026-09-28');
  const names = types.map(({ name }) => name);
  const all = [
    texts.code('123456'),
    ...names.map((name) => texts.received(reference, texts.issues.get(name) ?? name)),
    ...statuses.map((name) => texts.status(reference, texts.statuses.get(name) ?? name, day)),
    texts.scheduled(reference, day),
    texts.unscheduled(reference),
    texts.disputed(reference),
    texts.question(reference, '123456'),
    texts.confirmed(reference),
    texts.disputedBefore(reference),
    texts.answeredBefore(reference),
    texts.over(reference),
    texts.sayWhat(reference),
    texts.noReport(reference),
    texts.wrongCode,
    texts.stands(reference, longest(statuses.map((name) => texts.statuses.get(name) ?? name)), day),
    texts.stopped,
    texts.started,
    texts.help,
  ];
  it.each(all)('%s', (text) => {
    expect(sizeOf(text)).toEqual({ encoding: language === 'en' ? 'GSM-7' : 'UCS-2', segments: expect.any(Number) });
    expect(sizeOf(text).segments).toBeLessThanOrEqual(2);
  });
  it('begins with a word of the language, from which a telephone takes the direction', () => {
    const begin = directions[language] === 'rtl' ? /^\p{Script=Arabic}/u : /^\w/;
    for (const text of all) expect(text).toMatch(begin);
  });
  it('what tells of a report has room for its link', () => {
    expect(
      fitted(() => texts.status(reference, texts.statuses.get('In Progress') ?? 'In Progress', day), '', link),
    ).toContain(link);
  });
});

it('asks whether it is fixed as the contract does', () => {
  expect(smsTextsIn('en').question('TMA-7CV3X4JW', '123456')).toBe(
    'Is TMA-7CV3X4JW fixed? Reply YES 123456 or NO 123456 and what is wrong.',
  );
});
