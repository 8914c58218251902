/** The name of a log: `{host}/log`, of later ones with their number behind it. */
export const originOf = (publicUrl: string, log: number): string =>
  `${new URL(publicUrl).host}/log${log === 1 ? '' : `/${log}`}`;

/** Which log an origin names. */
export const numberOf = (origin: string): number => Number(/\/log\/(\d+)$/.exec(origin)?.[1] ?? 1);

/** Where a part of a log is, below `/log`. */
export const partOf = (log: number, path: string): string => `${log === 1 ? '' : `${log}/`}${path}`;
