import { reporterName } from '@tma/web/language/terms';
import { Written } from '@tma/web/ui/direction';
import { Fact } from '@tma/web/ui/facts';
import { useT } from '../texts.ts';
import { Contact } from './contact.tsx';
import type { AdminReport } from './segments.ts';

/** Who sent a report, and their number; nothing for crew, who do not see it. */
export function Reporter({ token, report }: { token: string; report: AdminReport }) {
  const t = useT();
  const { name } = report;
  if (name === null) return null;
  return (
    <>
      <Fact name={t('report.reporter')}>
        <Written>{reporterName(name)}</Written>
      </Fact>
      <Fact name={t('report.contact')}>
        <Contact token={token} report={report} />
      </Fact>
    </>
  );
}
