import { remotePages } from '@tma/web/remote';

/** Everything a resident sees. */
export const pages = remotePages<'resident'>({
  signIn: () => import('./sign-in/page.tsx'),
  signUp: () => import('./sign-up/page.tsx'),
  emailVerification: () => import('./email-verification/page.tsx'),
  resetPassword: () => import('./reset-password/page.tsx'),
  profile: () => import('./profile/page.tsx'),
  userDashboard: () => import('./dashboard/page.tsx'),
  newRequest: () => import('./new-request/page.tsx'),
  allRequests: () => import('./all-requests/page.tsx'),
});
