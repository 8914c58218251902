import { useQuery } from '@tanstack/react-query';
import { deletedUser } from '@tma/contracts/identity/full-name';
import { call } from '@tma/web/api/call';
import { reporterName } from '@tma/web/language/terms';
import { LeftToRight } from '@tma/web/ui/direction';
import { Fact } from '@tma/web/ui/facts';
import { useT } from '../texts.ts';
import type { ChangeProps } from './use-report-change.ts';

type ReporterProps = Pick<ChangeProps, 'token' | 'report'>;

/** Whether there is somebody to ask and to write to: not once they were erased. Crew see nobody. */
export const hasReporter = ({ userId, via, name }: ChangeProps['report']) =>
  userId !== null || (via !== 'portal' && name !== null && name !== deletedUser);

/** Who sent a report, and their number; nothing for crew, who do not see it. */
export function Reporter({ token, report }: ReporterProps) {
  const t = useT();
  const { name } = report;
  if (name === null) return null;
  return (
    <>
      <Fact name={t('report.reporter')} written={reporterName(name)} />
      <Fact name={t('report.contact')}>
        <Contact token={token} report={report} />
      </Fact>
    </>
  );
}

/** A reporter's contact number, requested once per person however many reports there are; without an account, once per report. */
function Contact({ token, report: { id, userId, via } }: ReporterProps) {
  const t = useT();
  const isOfNobody = userId === null && via === 'portal';
  const contact = useQuery({
    queryKey: ['contact', token, userId ?? id],
    queryFn: ({ signal }) =>
      userId === null
        ? call('GET /reports/{id}/contact', { params: { id }, token, signal })
        : call('GET /request-contact/{userId}', { params: { userId }, token, signal }),
    enabled: !isOfNobody,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isOfNobody) return t('report.contactMissing');
  if (contact.isError) return t('report.contactUnknown');
  if (!contact.data) return t('report.contactLoading');
  return <LeftToRight>{contact.data.contactNumber}</LeftToRight>;
}
