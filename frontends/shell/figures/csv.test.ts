import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const figures = {
  tehsil: 'Mardan',
  from: '2026-03-02',
  to: '2026-03-08',
  weeks: [{ week: '2026-03-02', reported: 7, closed: 5, disputed: 1 }],
  issues: [
    { issue: 'Side Walk Repair', open: 2, overdue: 1, closed: 5, medianDays: 2.5, withinDeadline: 0.8 },
    { issue: '=HYPERLINK("x"), "y"', open: 0, overdue: 0, closed: 0, medianDays: null, withinDeadline: null },
  ],
  closures: { confirmed: 3, disputed: 1, unanswered: 1, withoutProof: 2 },
};

it('a line a week, a type and an answer, under one head; nothing in it is a formula', () => {
  expect(csvOf(figures)).toBe(
    [
      '\uFEFFPart,Of,Reports,Closings,Said not to be fixed,Open now,Overdue now,Days to closing,Closed in time',
      'Week,2026-03-02,7,5,1,,,,',
      'Type,Side Walk Repair,,5,,2,1,2.5,0.8',
      'Type,"\'=HYPERLINK(""x""), ""y""",,0,,0,0,,',
      'Closure,Confirmed by the reporter,3,,,,,,',
      'Closure,The reporter says it is not fixed,1,,,,,,',
      'Closure,Not answered by the reporter,1,,,,,,',
      'Closure,Closed without a picture,2,,,,,,',
      '',
    ].join('\r\n'),
  );
});
