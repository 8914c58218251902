import type { GatewayConfig } from './config.ts';

/** Every other process, by its name. */
export const upstreams = (config: GatewayConfig) => ({
  auth: config.AUTH_URL,
  reports: config.REPORTS_URL,
  files: config.FILES_URL,
  notify: config.NOTIFY_URL,
  shell: config.SHELL_URL,
  resident: config.RESIDENT_URL,
  admin: config.ADMIN_URL,
});

/** Asks each part whether it is ready: `ok`, or `down` when it says no or nothing for 1.5 s. */
export async function askParts(config: GatewayConfig): Promise<Record<string, 'ok' | 'down'>> {
  const answers = await Promise.all(
    Object.entries(upstreams(config)).map(async ([name, url]) => {
      const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1500) }).catch(() => null);
      await answer?.body?.cancel();
      return [name, answer?.ok ? 'ok' : 'down'] as const;
    }),
  );
  return Object.fromEntries(answers);
}
