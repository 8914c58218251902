import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { LeftToRight } from '@tma/web/ui/direction';
import { useT } from '../texts.ts';

/** A reporter's contact number, requested once per person however many reports there are. */
export function Contact({ token, userId }: { token: string; userId: string | null }) {
  const t = useT();
  const contact = useQuery({
    queryKey: ['contact', token, userId],
    queryFn: ({ signal }) => call('GET /request-contact/{userId}', { params: { userId: userId ?? '' }, token, signal }),
    enabled: userId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (userId === null) return t('report.contactMissing');
  if (contact.isError) return t('report.contactUnknown');
  if (!contact.data) return t('report.contactLoading');
  return <LeftToRight>{contact.data.contactNumber}</LeftToRight>;
}
