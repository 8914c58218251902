/**
 * Due days and holidays beside those of two Python packages: workclock (MIT) and pakdatakit (MIT, days as they were observed). What
 * they answered is kept in peers.json, so that this needs no network; where they can be installed, they are asked again.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { pythonWith } from '../../testing/python.ts';
import { defaultHolidaysIn } from './default-holidays.ts';
import { addDays, addWorkingDays, dayIn } from './working-days.ts';

interface Answers {
  due: string[][];
  /** Days on which a moon-sighted holiday was observed in Pakistan. */
  observed: Record<string, string[]>;
}
const kept = JSON.parse(readFileSync(new URL('./peers.json', import.meta.url), 'utf8')) as {
  due: string;
  observed: Answers['observed'];
};
/** `2026-03-05` is kept as the days from the day the report came in. */
const numbers = (text: string) => text.split(' ').map((row) => row.split(',').map(Number));

/** A sequence of numbers from 0 to 1 that is the same each time (mulberry32). */
function sequence(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const zones = ['Asia/Karachi', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'UTC'];
const years: [number, number] = [2020, 2026];
const dayMs = 24 * 3600 * 1000;

/** A hundred calendars with a hundred reports each. The past only: what governments decide of clocks is known. */
function randomCalendars() {
  const random = sequence(17);
  const upTo = (most: number) => Math.floor(random() * most);
  return Array.from({ length: 100 }, () => {
    const start = Date.UTC(2008 + upTo(14), upTo(12), 1 + upTo(28));
    const holidays = new Set<string>();
    for (let left = upTo(40); left > 0; left -= 1) {
      const first = new Date(start + upTo(700) * dayMs).toISOString().slice(0, 10);
      for (let more = upTo(5); more >= 0; more -= 1) holidays.add(addDays(first, more));
    }
    const cases = Array.from({ length: 100 }, (): [number, number] => [
      start + upTo(300 * dayMs),
      random() < 0.1 ? 1 + upTo(365) : 1 + upTo(20),
    ]);
    return { zone: zones[upTo(zones.length)] ?? '', holidays: [...holidays].sort(), cases };
  });
}
const calendars = randomCalendars();

/** What this project answers. */
const own = calendars.map(({ zone, holidays, cases }) => {
  const closed = new Set(holidays);
  const isHoliday = (day: string) => closed.has(day);
  return cases.map(([at, days]) => {
    const day = dayIn(zone, new Date(at));
    return { day, due: addWorkingDays(day, days, isHoliday) };
  });
});
const due = own.map((answers) => answers.map((answer) => answer.due));

test('the due days of 10,000 reports are those that workclock answered', () => {
  expect(due.flat()).toHaveLength(10_000);
  const days = numbers(kept.due);
  expect(due).toEqual(
    own.map((answers, calendar) => answers.map(({ day }, index) => addDays(day, days[calendar]?.[index] ?? 0))),
  );
});

test('of 63 estimated days from 2020 to 2026, 52 were observed; the others are a day off, one is two', () => {
  const names: Record<string, string> = {
    'Eid ul-Fitr': 'eid-ul-fitr',
    'Eid ul-Adha': 'eid-ul-adha',
    Ashura: 'ashura',
    'Eid Milad-un-Nabi': 'eid-milad-un-nabi',
  };
  const off: Record<number, number> = {};
  for (let year = years[0]; year <= years[1]; year += 1) {
    for (const { day, name, estimated } of withHidden(year)) {
      if (!estimated) continue;
      const distances = (kept.observed[names[name] ?? ''] ?? []).map((other) =>
        Math.abs(Date.parse(other) - Date.parse(day)),
      );
      const nearest = Math.min(...distances) / dayMs;
      off[nearest] = (off[nearest] ?? 0) + 1;
    }
  }
  expect(off).toEqual({ 0: 52, 1: 10, 2: 1 });
});

/** The holidays of a year with the one that a national day hides: 28 May 2026 is the second day of Eid ul-Adha, too. */
const withHidden = (year: number) => {
  const holidays = [...defaultHolidaysIn(year).values()];
  return year === 2026 ? [...holidays, { day: '2026-05-28', name: 'Eid ul-Adha', estimated: true }] : holidays;
};

const peers = await pythonWith('workclock==0.1.2', 'pakdatakit==2.2.0', 'tzdata==2025.2');
const why = 'missing' in peers ? ` (not asked again: ${peers.missing})` : '';
test.runIf('python' in peers)(`workclock and pakdatakit answer what is kept${why}`, () => {
  if (!('python' in peers)) return;
  const script = fileURLToPath(new URL('./peers.py', import.meta.url));
  const input = JSON.stringify({ calendars, years });
  const output = execFileSync(peers.python, [script], { input, maxBuffer: 2 ** 26, encoding: 'utf8' });
  const answers = JSON.parse(output) as Answers;
  expect(answers.due).toEqual(due);
  expect(answers.observed).toEqual(kept.observed);
});

beforeAll(() => {
  if (why) process.stdout.write(`\n${why}\n`);
});
