import { useTimeZone } from '@tma/web/api/portal-config';
import { dayAndTime, longDate, timeOfDay } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { useOffline } from '@tma/web/offline/connection';
import { useState } from 'react';
import shared from '../shared.module.css';

interface LastUpdatedProps {
  /** When what is shown was read, where it is only what was last seen (RFC 3339). */
  seenAt?: string | undefined;
  /** When it was read otherwise, in milliseconds since 1970; 0 for never. */
  readAt: number;
}

/** When a list was read that is shown without a network. */
export function LastUpdated({ seenAt, readAt }: LastUpdatedProps) {
  const t = useT();
  const zone = useTimeZone();
  const offline = useOffline();
  // Of the time before the network went: reading again without one brings nothing new.
  const [before, setBefore] = useState(0);
  if (offline && before === 0 && readAt > 0) setBefore(readAt);
  if (!offline && before !== 0) setBefore(0);
  const at = seenAt ?? (offline && before > 0 ? new Date(before).toISOString() : undefined);
  return at === undefined ? null : (
    <p className={shared.soft}>{t('offline.updated', { time: shortMoment(at, zone) })}</p>
  );
}

/** The time of a moment of today, else with its day. */
function shortMoment(at: string, zone: string): string {
  const isToday = longDate(at, zone) === longDate(new Date().toISOString(), zone);
  return isToday ? timeOfDay(at, zone) : dayAndTime(at, zone);
}
