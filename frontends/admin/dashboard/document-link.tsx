import { useMutation } from '@tanstack/react-query';
import { callForResponse, fillPath } from '@tma/web/api/call';
import { useConfig } from '@tma/web/api/portal-config';
import { saveFile } from '@tma/web/api/save-file';
import { Banner } from '@tma/web/ui/banner';
import { useT } from '../texts.ts';
import type { AdminReport } from './segments.ts';

/** A report's PDF. A plain link could not send the token, so its click loads the file and saves it. */
export function DocumentLink({ token, report }: { token: string; report: AdminReport }) {
  const t = useT();
  const isUnchecked = useConfig()?.filesScanned === false;
  const params = { id: report.id };
  const fetching = useMutation({
    mutationFn: async () => (await callForResponse('GET /download-pdf/{id}', { params, token })).blob(),
    onSuccess: (file) => saveFile(file, `${report.reference}.pdf`),
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
        {isUnchecked && <small> {t('report.documentUnchecked')}</small>}
      </p>
      {fetching.isPending && <Banner tone="quiet">{t('report.documentBusy')}</Banner>}
      {fetching.isError && <Banner tone="quiet">{t('report.documentFailed')}</Banner>}
    </>
  );
}
