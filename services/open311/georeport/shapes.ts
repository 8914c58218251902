/** Reports and issue types in the shapes of GeoReport v2. */
import {
  documentsOf,
  type issues,
  type Open311Definition,
  type Open311Request,
  type Open311Service,
  type Open311Update,
  type PublicReport,
  type PublicUpdate,
  problems,
} from '@tma/contracts';
import type { z } from 'zod';
import { stateOf, wordsOf } from './words.ts';

/** To the second: strict readers take no fractions. */
const moment = (time: string) => `${time.slice(0, 19)}Z`;

export function serviceOf({ name, code }: (typeof issues)[number]): z.infer<typeof Open311Service> {
  const [group, ...more] = name.split(' : ');
  return {
    service_code: code,
    service_name: name,
    description: name,
    metadata: documentsOf(name).length > 0,
    type: 'realtime',
    keywords: null,
    group: more.length > 0 ? (group ?? null) : null,
  };
}

export function definitionOf({ name, code }: (typeof issues)[number]): z.infer<typeof Open311Definition> {
  const papers = documentsOf(name);
  const values = papers.map((paper) => ({ key: paper, name: paper }));
  const list = {
    variable: true,
    code: 'papers',
    datatype: 'multivaluelist' as const,
    required: false,
    datatype_description: 'All that there are',
    order: 1,
    description: 'Papers that are at hand, for which the office may ask',
    values,
  };
  return { service_code: code, attributes: papers.length > 0 ? [list] : [] };
}

/** @param publicUrl where pictures are */
export function requestOf(report: PublicReport, publicUrl: string): z.infer<typeof Open311Request> {
  const { issue, status, image, history, supports, closure } = report;
  return {
    service_request_id: report.reference,
    status: stateOf(status),
    status_notes: status,
    service_name: issue,
    service_code: problems.find(({ name }) => name === issue)?.code ?? '',
    description: report.description,
    agency_responsible: report.tehsil,
    service_notice: null,
    requested_datetime: moment(report.created_at),
    updated_datetime: moment(report.updated_at),
    expected_datetime: moment(report.due),
    address: report.location,
    address_id: null,
    zipcode: null,
    lat: report.lat,
    long: report.long,
    media_url: image && `${publicUrl}/${image}`,
    ...(history && { extended_attributes: { supports, closure }, notes: history.map(noteOf) }),
  };
}

const noteOf = (entry: NonNullable<PublicReport['history']>[number]) => ({
  datetime: moment(entry.at),
  description: wordsOf(entry),
  type: entry.kind,
});

export const updateOf = (update: PublicUpdate): z.infer<typeof Open311Update> => ({
  update_id: String(update.seq),
  service_request_id: update.reference,
  status: stateOf(update.status),
  updated_datetime: moment(update.at),
  description: wordsOf(update),
  media_url: null,
});
