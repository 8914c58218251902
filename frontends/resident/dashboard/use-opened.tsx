import type { Report } from '@tma/web/api/tables';
import type { Words } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { LeftToRight } from '@tma/web/ui/direction';
import { useState } from 'react';
import { useT } from '../texts.ts';

/** What could not be saved of a report after its details were closed, in words. */
interface Lost {
  report: Report;
  words: Words;
}

/** The report of a list whose details are open; `lost`, for above the list, says what failed after they were closed. */
export function useOpened(reports: readonly Report[]) {
  const [opened, setOpened] = useState<Report | null>(null);
  const [lost, setLost] = useState<Lost | null>(null);
  const open = (report: Report) => {
    setLost(null);
    setOpened(report);
  };
  // The current version; a report that has left the list is shown as it was.
  const report = opened && (reports.find(({ id }) => id === opened.id) ?? opened);
  return {
    open,
    opened: report,
    onClose: () => setOpened(null),
    onLost: (words: Words) => report && setLost({ report, words }),
    lost: lost && <LostChange {...lost} />,
  };
}

function LostChange({ report, words }: Lost) {
  useT();
  return (
    <Banner tone="error">
      <LeftToRight>{report.reference}</LeftToRight>: {words()}
    </Banner>
  );
}
