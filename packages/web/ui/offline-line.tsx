import { useT } from '@tma/web/language/own-texts';
import { useOffline } from '@tma/web/offline/connection';
import { useEffect, useState } from 'react';
import css from './offline-line.module.css';

/** Says why nothing new comes while the portal cannot be reached. */
export function OfflineLine() {
  const t = useT();
  const offline = useOffline();
  // The text comes into a region that is there already: screen readers announce what changes in one.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(offline), [offline]);
  if (!offline) return null;
  return (
    <div role="status" className={css.line}>
      {isThere && t('offline.line')}
    </div>
  );
}
