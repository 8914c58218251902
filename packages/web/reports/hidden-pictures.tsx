import { useQuery } from '@tanstack/react-query';
import { callForResponse, type ReadToken } from '@tma/web/api/call';
import { useObjectUrl } from '@tma/web/hooks/use-object-url';
import { useT } from '@tma/web/language/own-texts';
import css from './picture.module.css';
import { type MayBeHidden, WhyHidden } from './picture.tsx';

interface HiddenPicturesProps {
  report: { id: string; image: string | null; proof: string | null } & MayBeHidden;
  readToken: ReadToken;
}

/** Why a report is hidden, and its pictures for those who may still see them: read with their token, and kept nowhere. */
export function HiddenPictures({ report: { id, image, proof, ...report }, readToken }: HiddenPicturesProps) {
  const t = useT();
  return (
    <div className={css.hidden}>
      <p>
        <WhyHidden report={report} />
      </p>
      {image && <OwnPicture name="GET /reports/{id}/image" id={id} alt={t('closure.before')} readToken={readToken} />}
      {proof && (
        <OwnPicture name="GET /reports/{id}/proof-image" id={id} alt={t('closure.after')} readToken={readToken} />
      )}
    </div>
  );
}

interface OwnPictureProps {
  name: 'GET /reports/{id}/image' | 'GET /reports/{id}/proof-image';
  id: string;
  alt: string;
  readToken: ReadToken;
}

function OwnPicture({ name, id, alt, readToken }: OwnPictureProps) {
  const t = useT();
  const { data, isError } = useQuery({
    queryKey: ['hidden picture', name, id],
    queryFn: async ({ signal }) =>
      (await callForResponse(name, { params: { id }, token: await readToken(), signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const address = useObjectUrl(data);
  if (isError) return <p>{t('report.imageFailed')}</p>;
  return address ? <img className={css.large} src={address} alt={alt} /> : <div className={css.large} />;
}
