import { expect, it } from 'vitest';
import { recordsOf } from './records.ts';

/** The text in parts of so many characters, as a network may cut it. */
async function* cut(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}

const text = [
  '\ufeffreference,description,contact',
  'TMA-1,"Two\r\nlines, and ""quotes""",\'+92 300',
  'TMA-2,,',
  'TMA-3,"پانی نہیں;\'=1\n\'-2","\'=1+1"',
  '"",\'tis,"a"',
  '',
].join('\r\n');

it.each([1, 2, 3, 7, 1000])(
  'reads quotes, commas, breaks and guarded cells in parts of %i characters',
  async (size) => {
    const records = [];
    for await (const record of recordsOf(cut(text, size))) records.push(Object.fromEntries(record));
    expect(records).toEqual([
      { reference: 'TMA-1', description: 'Two\r\nlines, and "quotes"', contact: '+92 300' },
      { reference: 'TMA-2', description: '', contact: '' },
      { reference: 'TMA-3', description: 'پانی نہیں;=1\n-2', contact: '=1+1' },
      { reference: '', description: "'tis", contact: 'a' },
    ]);
  },
);

it('a last record without a line break counts, an empty text has none', async () => {
  const all = async (csv: string) => {
    const records = [];
    for await (const record of recordsOf(cut(csv, 4))) records.push(record.get('b'));
    return records;
  };
  expect(await all('a,b\n1,2\n3,4')).toEqual(['2', '4']);
  expect(await all('a,b\r\n')).toEqual([]);
  expect(await all('')).toEqual([]);
});
