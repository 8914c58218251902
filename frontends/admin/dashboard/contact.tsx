import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { LeftToRight } from '@tma/web/ui/direction';
import { useT } from '../texts.ts';
import type { AdminReport } from './segments.ts';

interface ContactProps {
  token: string;
  report: Pick<AdminReport, 'id' | 'userId' | 'via'>;
}

/** A reporter's contact number, requested once per person however many reports there are; once per report of who has no account. */
export function Contact({ token, report: { id, userId, via } }: ContactProps) {
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
