import { describe, expect, it } from 'vitest';
import { selectRows } from './select-rows.ts';

describe('selecting rows of a small table', () => {
  const rows = [
    { id: 'AA-1', tehsil: 'Mardan' },
    { id: 'bb-2', tehsil: 'Katlang' },
  ];
  const q = {
    select: ['tehsil'],
    filters: [],
    order: [],
    limit: 50,
    offset: 0,
    count: true,
    single: false,
    representation: false,
  };
  it.each([
    [{}, '[{"tehsil":"Mardan"},{"tehsil":"Katlang"}]'],
    [{ order: [{ column: 'tehsil', ascending: true }] }, '[{"tehsil":"Katlang"},{"tehsil":"Mardan"}]'],
    [{ offset: 1 }, '[{"tehsil":"Katlang"}]'],
    [{ limit: 0 }, '[]'],
    [{ filters: [{ column: 'id', value: 'aa1' }] }, '[{"tehsil":"Mardan"}]'],
    [{ filters: [{ column: 'tehsil', value: 'mardan' }] }, '[]'],
  ])('%j', (changes, json) => {
    expect(selectRows(rows, { ...q, ...changes }).json).toBe(json);
  });
});
