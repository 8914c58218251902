import type { Frontend } from './parts.ts';

/**
 * The site map: every page of the portal by name, with its address and the frontend that draws it. Anything else is "not
 * found". A page's title is in the shell's texts (`titles` in frontends/shell/locales).
 */
export const siteMap = {
  home: { path: '/', frontend: 'shell' },
  about: { path: '/about', frontend: 'shell' },
  services: { path: '/services', frontend: 'shell' },
  contact: { path: '/contact', frontend: 'shell' },
  closure: { path: '/closure', frontend: 'shell' },
  figures: { path: '/figures', frontend: 'shell' },
  /** The public page of one report. */
  record: { path: '/r/:reference', frontend: 'shell' },
  privacy: { path: '/privacy', frontend: 'shell' },
  log: { path: '/log', frontend: 'shell' },
  signIn: { path: '/signin', frontend: 'resident' },
  signUp: { path: '/signup', frontend: 'resident' },
  emailVerification: { path: '/email-verification', frontend: 'resident' },
  resetPassword: { path: '/reset-password', frontend: 'resident' },
  profile: { path: '/profile', frontend: 'resident' },
  userDashboard: { path: '/userDashboard', frontend: 'resident' },
  newRequest: { path: '/newrequest', frontend: 'resident' },
  allRequests: { path: '/allrequests', frontend: 'resident' },
  adminSignIn: { path: '/adminsignin', frontend: 'admin' },
  adminSignUp: { path: '/adminsignup', frontend: 'admin' },
  adminRecover: { path: '/adminrecover', frontend: 'admin' },
  adminReset: { path: '/adminreset', frontend: 'admin' },
  adminJoin: { path: '/adminjoin', frontend: 'admin' },
  adminAccount: { path: '/adminAccount', frontend: 'admin' },
  adminDashboard: { path: '/adminDashboard', frontend: 'admin' },
  adminSettings: { path: '/adminSettings', frontend: 'admin' },
  adminCounter: { path: '/adminCounter', frontend: 'admin' },
  adminStaff: { path: '/adminStaff', frontend: 'admin' },
  adminAudit: { path: '/adminAudit', frontend: 'admin' },
  addTehsil: { path: '/myadmin', frontend: 'admin' },
} as const satisfies Record<string, { path: `/${string}`; frontend: Frontend }>;

type PageName = keyof typeof siteMap;
type Page = (typeof siteMap)[PageName];
export type PagePath = Page['path'];
/** The names of the pages that a frontend draws. */
export type PageNameOf<F extends Frontend> = {
  [N in PageName]: (typeof siteMap)[N]['frontend'] extends F ? N : never;
}[PageName];

/** The pages that have one address each. */
export const pages: readonly Page[] = Object.values(siteMap).filter(({ path }) => !path.includes(':'));
/** Those and the ones with a parameter in their path, written as fastify and react-router do. */
export const everyPage: readonly Page[] = Object.values(siteMap);
export const pageNames = Object.keys(siteMap) as readonly PageName[];

/** The page at a path, or undefined where there is none. A parameter is one segment, and not empty. */
export const pageNameAt = (path: string): PageName | undefined =>
  pageNames.find((name) => siteMap[name].path === path) ?? (/^\/r\/[^/]+$/.test(path) ? 'record' : undefined);

/** The query parameters that a page reads; pages that are not here read none. */
interface PageQueries {
  signIn: { confirmed?: 'email' };
  userDashboard: { tab?: 'complaint' | 'mycomplaints' | 'AllRequests' | 'Dropped' };
  adminSignIn: { joined?: 'now' };
  adminDashboard: { filter?: string; q?: string; issue?: string; assignee?: string };
  adminAudit: { kind?: string; by?: string };
  figures: { tehsil?: string; from?: string; to?: string };
}
/** All but that of a report's record, whose address `recordPath` makes. */
type PlainPageName = Exclude<PageName, 'record'>;
type QueryOf<N extends PageName> = N extends keyof PageQueries ? PageQueries[N] : Record<string, never>;

/** The address of a page within the portal: its path, and the parameters that are given, in their order. */
export function pagePath<N extends PlainPageName>(name: N, query?: QueryOf<N>): string {
  const given = new URLSearchParams(query as Record<string, string> | undefined).toString();
  return siteMap[name].path + (given && `?${given}`);
}

/** The same as a link of a mail has it. @param publicUrl where people reach the portal, without a slash at its end */
export const pageUrl = <N extends PlainPageName>(publicUrl: string, name: N, query?: QueryOf<N>): string =>
  publicUrl + pagePath(name, query);

/** The address of a report's record within the portal, and as mails have it. */
export const recordPath = (reference: string): string =>
  siteMap.record.path.replace(':reference', encodeURIComponent(reference));
export const recordUrl = (publicUrl: string, reference: string): string => publicUrl + recordPath(reference);
