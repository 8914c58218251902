import { numberPath, parseTilePath, type TilePlace } from '@tma/contracts';

/** A part of a log. Logs are numbered from 1; there is another one where the one before could not go on. */
export interface LogPart {
  /** Null for the newest. */
  log: number | null;
  part: 'checkpoint' | 'key' | TilePlace;
}

/** A path below `/log`: `checkpoint` and `key` are the newest log's, `tile/…` the first one's, `2/…` the second one's. */
export function parsePart(path: string): LogPart | null {
  const [, number, rest = ''] = /^(?:([1-9]\d{0,9})\/)?(.+)$/.exec(path) ?? [];
  const log = number === undefined ? null : Number(number);
  if (rest === 'checkpoint' || rest === 'key') return { log, part: rest };
  const tile = parseTilePath(rest);
  return tile && { log: log ?? 1, part: tile };
}

/** The key in the storage. A tile that is not full yet lies where it will when it is. */
export const keyOf = (log: number, part: LogPart['part']): string =>
  `log/${log}/${typeof part === 'string' ? part : `${part.level}/${numberPath(part.n)}`}`;
