/** What Open311 answers in JSON, as XML under the same names: UTF-8, well-formed whatever people wrote. */
import { escapeXml } from '@tma/kit';

/** The names of the elements in lists. */
const itemNames: Readonly<Record<string, string>> = {
  services: 'service',
  attributes: 'attribute',
  values: 'value',
  service_requests: 'request',
  service_request_updates: 'request_update',
  notes: 'note',
  endpoints: 'endpoint',
  formats: 'format',
};

export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [name: string]: Plain };

/** A whole document. @param root the name of its element */
export const toXml = (root: string, value: Plain) =>
  `<?xml version="1.0" encoding="utf-8"?>\n${element(root, value)}\n`;

/** Null is an empty element; an absent field has none. */
function element(name: string, value: Plain): string {
  if (value === undefined) return '';
  return `<${name}>${content(name, value)}</${name}>`;
}

function content(name: string, value: Exclude<Plain, undefined>): string {
  if (value === null) return '';
  if (typeof value !== 'object') return escapeXml(String(value));
  if (isList(value)) return value.map((item) => element(itemNames[name] ?? 'item', item)).join('');
  return Object.entries(value)
    .map(([key, inner]) => element(key, inner))
    .join('');
}

const isList = (value: object): value is readonly Plain[] => Array.isArray(value);
