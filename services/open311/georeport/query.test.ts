import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readQuery, readUpdatesQuery } from './query.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a list of requests', () => {
  it('goes back 90 days, a thousand at most', () => {
    expect(readQuery({})).toEqual({ limit: '1000', offset: '0', history: 'false', from: '2026-08-27T12:00:00.000Z' });
  });

  it.each([
    ['2026-03-05T09:30:00Z', '2026-03-05T09:30:00.000Z'],
    ['2026-03-05T09:30:00+05:00', '2026-03-05T04:30:00.000Z'],
    ['2026-03-05T09:30:00 05:00', '2026-03-05T04:30:00.000Z'],
    ['2026-03-05T09:30Z', '2026-03-05T09:30:00.000Z'],
    ['2026-03-05T09:30:00', '2026-03-05T09:30:00.000Z'],
    ['2026-03-05', '2026-03-05T00:00:00.000Z'],
  ])('begins at %s', (start_date, from) => {
    expect(readQuery({ start_date })).toMatchObject({ from });
  });

  it.each([
    ['2026-03-05', '2026-03-05T23:59:59.999Z'],
    ['2026-03-05T09:30', '2026-03-05T09:30:59.999Z'],
    ['2026-03-05T09:30:00Z', '2026-03-05T09:30:00.999Z'],
    ['2026-03-05T09:30:00+05:00', '2026-03-05T04:30:00.999Z'],
    ['2026-03-05T09:30:00', '2026-03-05T09:30:00.999Z'],
    ['2026-03-05T09:30:00.25Z', '2026-03-05T09:30:00.250Z'],
  ])('ends with all of %s, and has no beginning then', (end_date, to) => {
    const query = readQuery({ end_date });
    expect([query?.to, query?.from]).toEqual([to, undefined]);
  });

  it('is of several codes and statuses, written in any way', () => {
    expect(readQuery({ service_code: ['side-walk', 'street-lights'], status: 'open, CLOSED' })).toMatchObject({
      issues: 'side-walk,street-lights',
      statuses: 'open,in-progress,closed,dropped',
    });
  });

  it('is of certain reports, whatever else is said', () => {
    const query = { service_request_id: 'tma-7cv3x4jw, TMA-AAAAAAAA,\u0000', service_code: 'nothing', page: 'x' };
    expect(readQuery(query)).toEqual({ limit: '1000', history: 'false', references: 'TMA-7CV3X4JW,TMA-AAAAAAAA' });
    expect(readQuery({ service_request_id: 'nothing' })).toBeNull();
  });

  it('is of a thousand certain reports at most, each asked for once', () => {
    const ids = Array.from({ length: 1000 }, (_, n) => `TMA-${String(n).padStart(8, '0')}`);
    expect(readQuery({ service_request_id: [ids.join(), ids.join().toLowerCase()] })?.references).toBe(ids.join());
    expect(() => readQuery({ service_request_id: [...ids, 'TMA-AAAAAAAA'] })).toThrow(
      expect.objectContaining({ status: 400, message: 'service_request_id: must be 1000 at most' }),
    );
  });

  it('has pages, of a thousand at most', () => {
    expect(readQuery({ page: '3', page_size: '50' })).toMatchObject({ limit: '50', offset: '100' });
    for (const page_size of ['5000', '1000000000', '9'.repeat(400)])
      expect(readQuery({ page_size })).toMatchObject({ limit: '1000', offset: '0' });
  });

  it('with what has changed goes back as far as that', () => {
    const query = readQuery({ updated_after: '2020-01-01T00:00:00Z', extensions: 'true' });
    expect(query).toMatchObject({ changedAfter: '2020-01-01T00:00:00.000Z', history: 'true' });
    expect(query?.from).toBeUndefined();
  });

  it.each([
    [{ start_date: 'yesterday' }, 'start_date'],
    [{ start_date: '2026-02-30T00:00:00Z' }, 'start_date'],
    [{ end_date: '0000-01-01T00:00:00Z' }, 'end_date'],
    [{ updated_after: '2026-13-01' }, 'updated_after'],
    [{ start_date: '9999-12-31T23:59:59-01:00' }, 'start_date'],
    [{ end_date: '9999-12-31T23:59:59-01:00' }, 'end_date'],
    [{ updated_after: '9999-12-31T23:59:59-01:00' }, 'updated_after'],
    [{ service_code: 'limit-certificate' }, 'service_code'],
    [{ status: 'done' }, 'status'],
    [{ page: '0' }, 'page'],
    [{ page: '12' }, 'page'],
    [{ page: '9'.repeat(400) }, 'page'],
    [{ page_size: '-1' }, 'page_size'],
  ])('%j is refused by its name', (query, name) => {
    expect(() => readQuery(query)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(`^${name}: `) }),
    );
  });
});

it('updates without dates are the newest, with a beginning those that came first', () => {
  expect(readUpdatesQuery({})).toEqual({ from: '2026-08-27T12:00:00.000Z', newest: 'true' });
  expect(readUpdatesQuery({ start_date: '2026-11-01', end_date: '2026-11-02' })).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T23:59:59.999Z',
    newest: 'false',
  });
});

it('updates until a moment that is beyond the year 9999 once its zone is taken off are refused by its name', () => {
  expect(() => readUpdatesQuery({ end_date: '9999-12-31T23:59:59-01:00' })).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(/^end_date: /) }),
  );
});
