import { useMutation } from '@tanstack/react-query';
import { callForResponse, fillPath } from '@tma/web/api/call';
import { Banner } from '@tma/web/ui/banner';
import { useT } from '../texts.ts';
import type { AdminReport } from './segments.ts';

/** Makes the browser save a file under a name, as if it had been downloaded from an address. */
function save(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Once the download has begun it keeps the data itself; a minute is enough for that.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A report's PDF. A plain link could not send the token, so its click loads the file and saves it. */
export function DocumentLink({ token, report }: { token: string; report: AdminReport }) {
  const t = useT();
  const params = { id: report.id };
  const fetching = useMutation({
    mutationFn: async () => (await callForResponse('GET /download-pdf/{id}', { params, token })).blob(),
    onSuccess: (file) => save(file, `${report.reference}.pdf`),
    onError: (error) => console.warn('The document could not be fetched:', error.message),
  });
  return (
    <>
      <p>
        <a
          href={fillPath('/download-pdf/{id}', params)}
          onClick={(event) => {
            event.preventDefault();
            if (!fetching.isPending) fetching.mutate();
          }}
        >
          {t('report.viewDocument')}
        </a>
      </p>
      {fetching.isPending && <Banner tone="quiet">{t('report.documentBusy')}</Banner>}
      {fetching.isError && <Banner tone="quiet">{t('report.documentFailed')}</Banner>}
    </>
  );
}
