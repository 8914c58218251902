import type { RemotePages } from '@tma/web/remote';

/** Everything a resident sees. */
export const pages: RemotePages = {
  '/signin': () => import('./sign-in/page.tsx'),
  '/signup': () => import('./sign-up/page.tsx'),
  '/email-verification': () => import('./email-verification/page.tsx'),
  '/reset-password': () => import('./reset-password/page.tsx'),
  '/profile': () => import('./profile/page.tsx'),
  '/userDashboard': () => import('./dashboard/page.tsx'),
  '/newrequest': () => import('./new-request/page.tsx'),
  '/allrequests': () => import('./all-requests/page.tsx'),
};
