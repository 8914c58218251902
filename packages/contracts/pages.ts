/** The site map: every page of the portal by name, with the frontend that draws it and its title. Anything else is "not found". */
const siteMap = {
  home: { path: '/', frontend: 'shell', title: 'Home' },
  about: { path: '/about', frontend: 'shell', title: 'About Us' },
  services: { path: '/services', frontend: 'shell', title: 'Our Services' },
  contact: { path: '/contact', frontend: 'shell', title: 'Contact Us' },
  signIn: { path: '/signin', frontend: 'resident', title: 'Sign In' },
  signUp: { path: '/signup', frontend: 'resident', title: 'Create Account' },
  emailVerification: { path: '/email-verification', frontend: 'resident', title: 'Email Verification Required' },
  resetPassword: { path: '/reset-password', frontend: 'resident', title: 'Reset Password' },
  profile: { path: '/profile', frontend: 'resident', title: 'Profile' },
  userDashboard: { path: '/userDashboard', frontend: 'resident', title: 'User Dashboard' },
  newRequest: { path: '/newrequest', frontend: 'resident', title: 'New Request' },
  allRequests: { path: '/allrequests', frontend: 'resident', title: 'All Requests' },
  adminSignIn: { path: '/adminsignin', frontend: 'admin', title: 'Admin Sign In' },
  adminSignUp: { path: '/adminsignup', frontend: 'admin', title: 'Admin Registration' },
  adminDashboard: { path: '/adminDashboard', frontend: 'admin', title: 'Administration Dashboard' },
  addTehsil: { path: '/myadmin', frontend: 'admin', title: 'Add New Tehsil' },
} as const;

export type PageName = keyof typeof siteMap;
export type Page = (typeof siteMap)[PageName];
export type PagePath = Page['path'];
export type Frontend = Page['frontend'];

export const pages: readonly Page[] = Object.values(siteMap);

/** The query parameters that a page reads; pages that are not here read none. */
interface PageQueries {
  userDashboard: { tab?: 'complaint' | 'mycomplaints' | 'AllRequests' | 'Dropped' };
  adminDashboard: { filter?: string };
  resetPassword: { token_hash?: string };
}
type QueryOf<N extends PageName> = N extends keyof PageQueries ? PageQueries[N] : Record<string, never>;

/** The address of a page within the portal: its path, and the parameters that are given, in their order. */
export function pagePath<N extends PageName>(name: N, query?: QueryOf<N>): string {
  const given = new URLSearchParams(query as Record<string, string> | undefined).toString();
  return siteMap[name].path + (given && `?${given}`);
}

/** The same as a link of a mail has it. @param publicUrl where people reach the portal, without a slash at its end */
export const pageUrl = <N extends PageName>(publicUrl: string, name: N, query?: QueryOf<N>): string =>
  publicUrl + pagePath(name, query);
