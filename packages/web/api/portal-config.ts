/** The configuration of this portal (`/api/config`), requested once per page load. */

import type { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { defaultTimeZone } from '@tma/web/language/dates';
import { useEffect, useState } from 'react';

type PortalConfig = Answer<'GET /api/config'>;

let requested: Promise<PortalConfig> | undefined;

/** The configuration. A failure is not cached: the next call tries again. Throws `ApiError`. */
function loadConfig(): Promise<PortalConfig> {
  requested ??= call('GET /api/config').catch((error: ApiError) => {
    requested = undefined;
    throw error;
  });
  return requested;
}

/** The configuration: undefined while it loads, null when it could not be read. Pages show what they can without it. */
export function useConfig(): PortalConfig | null | undefined {
  const [config, setConfig] = useState<PortalConfig | null>();
  useEffect(() => {
    let mounted = true;
    loadConfig().then(
      (known) => mounted && setConfig(known),
      (error: ApiError) => {
        console.warn('The configuration could not be read:', error.message);
        if (mounted) setConfig(null);
      },
    );
    return () => {
      mounted = false;
    };
  }, []);
  return config;
}

/**
 * Where people reach the portal: what is printed or handed on names this, as whoever prints it may have opened the portal by an address of
 * the office's own.
 */
export const useOrigin = () => useConfig()?.url ?? location.origin;

/** The zone the portal's days are counted in. */
export const useTimeZone = () => useConfig()?.timeZone ?? defaultTimeZone;
