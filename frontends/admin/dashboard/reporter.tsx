import { queryOptions, useQuery } from '@tanstack/react-query';
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

type AskedFor = Pick<ChangeProps['report'], 'id' | 'userId' | 'via'>;

const isOfNobody = ({ userId, via }: AskedFor) => userId === null && via === 'portal';

/**
 * A reporter's contact number. It is requested once per person, however many of their reports are shown, also when everything is
 * read again after an outage: there may be thousands of cards. Without an account it is requested once per report.
 */
export const contactOf = (token: string, report: AskedFor) =>
  queryOptions({
    queryKey: ['contact', token, report.userId ?? report.id],
    queryFn: ({ signal }) =>
      report.userId === null
        ? call('GET /reports/{id}/contact', { params: { id: report.id }, token, signal })
        : call('GET /request-contact/{userId}', { params: { userId: report.userId }, token, signal }),
    enabled: !isOfNobody(report),
    // One that could not be read is tried again.
    staleTime: ({ state }) => (state.data ? 'static' : 0),
  });

function Contact({ token, report }: ReporterProps) {
  const t = useT();
  const contact = useQuery(contactOf(token, report));
  if (isOfNobody(report)) return t('report.contactMissing');
  if (contact.isError) return t('report.contactUnknown');
  if (!contact.data) return t('report.contactLoading');
  return <LeftToRight>{contact.data.contactNumber}</LeftToRight>;
}
