/** The parts of a portal, by the names that their processes, URLs and images have. */

/** The services behind the gateway. */
export const services = ['auth', 'reports', 'files', 'notify', 'open311'] as const;
export type Service = (typeof services)[number];

/** The frontends that the shell loads at run time. */
export const remotes = ['resident', 'admin'] as const;
export const frontends = ['shell', ...remotes] as const;
export type Frontend = (typeof frontends)[number];

/** The path of a remote's manifest, which names its current build, as /remotes.json has it. */
export const manifestPath = (remote: (typeof remotes)[number]) => `/remotes/${remote}/mf-manifest.json`;

/** The variable in which a process gets the URL of a part: `AUTH_URL` for auth. */
export const urlVariable = <P extends Service | Frontend>(part: P) =>
  `${part.toUpperCase()}_URL` as `${Uppercase<P>}_URL`;
