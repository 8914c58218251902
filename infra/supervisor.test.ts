import { describe, expect, it } from 'vitest';
import { backoffMs } from './keep.ts';
import { readable } from './supervisor.ts';
import { databases, defaultPorts, processes, topicPlans } from './system.ts';

describe('the table of the system', () => {
  it('gives each process a port of its own', () => {
    const ports = processes.map(({ port }) => defaultPorts[port]);
    expect(new Set(ports).size).toBe(processes.length);
    expect(new Set(Object.values(defaultPorts)).size).toBe(Object.keys(defaultPorts).length);
  });
  it('has a database for each service and dead letters for each group', () => {
    expect(Object.keys(databases)).toEqual(['auth', 'reports', 'files', 'notify']);
    expect(topicPlans.map(({ name }) => name)).toContain('tma.reports.v1.notify.dlq');
  });
});

it.each([
  [0, 200],
  [1, 400],
  [5, 6400],
  [6, 10_000],
  [60, 10_000],
])('restart %i waits %i ms', (restarts, ms) => {
  expect(backoffMs(restarts)).toBe(ms);
});

describe('what a person sees of a log', () => {
  const line = (level: number) => JSON.stringify({ level, msg: 'lost', err: { message: 'ECONNREFUSED' } });
  it.each([
    [line(30), 'info', null],
    [line(40), 'info', 'lost: ECONNREFUSED'],
    [line(30), 'debug', 'lost: ECONNREFUSED'],
    ['node: bad option', 'info', 'node: bad option'],
    ['', 'info', null],
  ])('%s at %s', (text, level, shown) => expect(readable(text, level)).toBe(shown));
});
