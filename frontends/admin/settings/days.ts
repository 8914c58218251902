import { limits } from '@tma/contracts/limits';

/** The working days that somebody typed, or null for anything but a whole number that a deadline may have. */
export function readDays(text: string): number | null {
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= limits.dueDays ? days : null;
}
