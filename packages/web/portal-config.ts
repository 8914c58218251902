/** What `/api/config` says of this portal, asked for once per page load. */

import { call } from '@tma/web/api';
import type { ApiError } from '@tma/web/api-error';
import { defaultTimeZone } from '@tma/web/dates';
import type { Answer } from '@tma/web/operation-types';
import { useEffect, useState } from 'react';

export type PortalConfig = Answer<'GET /api/config'>;

let asked: Promise<PortalConfig> | undefined;

/** The configuration. A failure is forgotten, so that the next who asks tries again. Throws `ApiError`. */
export function portalConfig(): Promise<PortalConfig> {
  asked ??= call('GET /api/config').catch((error: ApiError) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** The configuration: undefined until it is there, null when it could not be read. Pages show what they can without it. */
export function useConfig(): PortalConfig | null | undefined {
  const [config, setConfig] = useState<PortalConfig | null>();
  useEffect(() => {
    let wanted = true;
    portalConfig().then(
      (known) => wanted && setConfig(known),
      (error: ApiError) => {
        console.warn('The configuration could not be read:', error.message);
        if (wanted) setConfig(null);
      },
    );
    return () => {
      wanted = false;
    };
  }, []);
  return config;
}

/** The zone the portal's days are counted in. */
export const useTimeZone = () => useConfig()?.timeZone ?? defaultTimeZone;
