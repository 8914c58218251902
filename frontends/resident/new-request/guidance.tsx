import { documentsOf } from '@tma/contracts/reports/issues';
import { term } from '@tma/web/language/terms';
import { useT } from '../texts.ts';
import css from './guidance.module.css';

/** Which documents the chosen kind of request needs. */
export function Guidance({ issue }: { issue: string }) {
  const t = useT();
  const documents = documentsOf(issue);
  return (
    <section className={css.guidance} aria-live="polite">
      <h2>{t('newRequest.guidance')}</h2>
      {!issue && <p>{t('newRequest.chooseType')}</p>}
      {issue && documents.length === 0 && <p>{t('newRequest.noDocuments')}</p>}
      {documents.length > 0 && (
        <>
          <p>{t('newRequest.documents')}</p>
          <ul>
            {documents.map((document) => (
              <li key={document}>{term('document', document)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
