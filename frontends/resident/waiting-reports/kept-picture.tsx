import { readFiles } from '@tma/web/queue/kept';
import type { KeptReport } from '@tma/web/queue/report';
import { useEffect, useState } from 'react';
import css from './kept-card.module.css';

/** The picture of a kept report, from this device. Its issue stands below it in words. */
export function KeptPicture({ report: { userId, key } }: { report: KeptReport }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let mounted = true;
    const show = (file: File | null | undefined) => {
      if (!mounted || !file) return;
      made = URL.createObjectURL(file);
      setAddress(made);
    };
    readFiles({ userId, key }).then(
      (files) => show(files?.image),
      () => undefined,
    );
    return () => {
      mounted = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [userId, key]);
  return address ? <img className={css.picture} src={address} alt="" /> : null;
}
