import { languageNames, languages } from '@tma/contracts/languages';
import { chooseLanguage, useLanguage } from '@tma/web/language/language';
import { useT } from '@tma/web/language/own-texts';
import { useState } from 'react';
import css from './language-buttons.module.css';

/** Changes the language of the page: a button for each other language, with the name that it has for itself. */
export function LanguageButtons() {
  const t = useT();
  const now = useLanguage();
  const [failed, setFailed] = useState(false);
  return (
    <div className={css.languages}>
      {languages
        .filter((language) => language !== now)
        .map((language, place) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the button that was pressed stays, and has the focus
            key={place}
            type="button"
            lang={language}
            className={css.language}
            onClick={() => {
              setFailed(false);
              chooseLanguage(language).catch((error: Error) => {
                console.warn('The language could not be changed:', error.message);
                setFailed(true);
              });
            }}
          >
            {languageNames[language]}
          </button>
        ))}
      {failed && (
        <p role="alert" className={css.failed}>
          {t('ui.languageFailed')}
        </p>
      )}
    </div>
  );
}
