import type { Report } from '@tma/web/api/tables';
import type { Words } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { LeftToRight } from '@tma/web/ui/direction';
import { useT } from '../texts.ts';

/** What could not be saved of a report after its details were closed, in words. */
export interface Lost {
  report: Report;
  words: Words;
}

export function LostChange({ report, words }: Lost) {
  useT();
  return (
    <Banner tone="error">
      <LeftToRight>{report.reference}</LeftToRight>: {words()}
    </Banner>
  );
}
