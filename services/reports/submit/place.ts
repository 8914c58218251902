import { decimal, isProblem } from '@tma/contracts';
import { invalidField, missingField } from '@tma/kit';
import { z } from 'zod';
import type { Place } from '../report/reports.store.ts';
import { textsOf } from './submission.ts';

const kept = (least: number, most: number, digits: number) =>
  // Not -0, which JSON writes as 0.
  decimal(least, most).transform((value) => (value === null ? null : Number(value.toFixed(digits)) + 0));

const Point = z.object({ lat: kept(-90, 90, 6), long: kept(-180, 180, 6) });
const Accuracy = z.object({ accuracy: kept(0, 10_000, 1) });

/** The place of a report whose form has none. */
export const noPlace: Place = { lat: null, long: null, accuracy: null };

/**
 * The place of a report, from the fields `lat`, `long` (degrees of WGS 84, kept with 6 decimals) and `accuracy`
 * (metres) of its form. Certificates and licences have no place: these fields are then ignored, as is an accuracy
 * without a point. Throws 400. An empty field counts as absent.
 */
export function checkPlace(issue: string, fields: ReadonlyMap<string, string>): Place {
  const { lat, long, accuracy } = textsOf(fields, ['lat', 'long', 'accuracy']);
  if (!isProblem(issue) || (!lat && !long)) return noPlace;
  if (!lat || !long) throw missingField(lat ? 'long' : 'lat', 'lat and long must come together');
  return { ...Point.parse({ lat, long }), ...Accuracy.parse({ accuracy }) };
}

/** Whether the report is shown to whoever has its link, by the field `shared` of its form. Certificates and licences never are. Throws 400. */
export function checkShared(issue: string, fields: ReadonlyMap<string, string>): boolean {
  const shared = fields.get('shared')?.trim() || 'false';
  if (shared !== 'true' && shared !== 'false') throw invalidField('shared', 'must be true or false');
  return isProblem(issue) && shared === 'true';
}
