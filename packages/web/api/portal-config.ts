/** The configuration of this portal (`/api/config`), requested once per page load. */
import { limits } from '@tma/contracts/limits';
import type { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useRead } from '@tma/web/hooks/use-read';
import { defaultTimeZone } from '@tma/web/language/dates';

type PortalConfig = Answer<'GET /api/config'>;

let requested: Promise<PortalConfig | undefined> | undefined;

/** A failure is not cached: the next call tries again. */
function loadConfig(): Promise<PortalConfig | undefined> {
  requested ??= call('GET /api/config').catch((error: ApiError) => {
    requested = undefined;
    console.warn('The configuration could not be read:', error.message);
    return undefined;
  });
  return requested;
}

/** The configuration; undefined as long as it is not known. Pages show what they can without it. */
export const useConfig = (): PortalConfig | undefined => useRead('config', loadConfig);

/**
 * Where people reach the portal: what is printed or handed on names this, as whoever prints it may have opened the portal by an address of
 * the office's own.
 */
export const useOrigin = () => useConfig()?.url ?? location.origin;

/** The most that a picture or document may have, in MiB. */
export const useMaxUploadMb = () => useConfig()?.maxUploadMb ?? limits.uploadMb;

/** The zone the portal's days are counted in. */
export const useTimeZone = () => useConfig()?.timeZone ?? defaultTimeZone;
