import type { IncomingHttpHeaders } from 'node:http';
import { notSupported } from './errors.ts';
import type { RestQuery } from './table.ts';

/** What `Prefer`, `Accept` and the profile headers ask for. Throws PGRST100 for what is not supported. */
export function readHeaders(headers: IncomingHttpHeaders): Pick<RestQuery, 'count' | 'single' | 'representation'> {
  for (const name of ['accept-profile', 'content-profile']) {
    if ((headers[name] ?? 'public') !== 'public') throw notSupported(`The schema ${headers[name]}`);
  }
  const prefer = [headers.prefer ?? ''].flat().join(',').replaceAll(' ', '').split(',');
  if (prefer.some((wish) => wish.startsWith('resolution='))) throw notSupported('An upsert');
  const accept = headers.accept ?? '*/*';
  const single = accept.includes('application/vnd.pgrst.object+json');
  if (!single && !/\*\/\*|application\/(\*|json|vnd\.pgrst\.array\+json)|text\/html/.test(accept)) {
    throw notSupported(`The media type ${accept.slice(0, 200)}`);
  }
  return {
    // Asked for an estimate, we count: it is right for either.
    count: prefer.some((wish) => /^count=(exact|planned|estimated)$/.test(wish)),
    single,
    representation: prefer.includes('return=representation'),
  };
}
