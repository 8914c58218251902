import type { RemotePages } from '@tma/web/remote';

/** Everything an administrator sees. */
export const pages: RemotePages = {
  '/adminsignin': () => import('./sign-in/page.tsx'),
  '/adminsignup': () => import('./sign-up/page.tsx'),
  '/adminDashboard': () => import('./dashboard/page.tsx'),
  '/myadmin': () => import('./tehsil/page.tsx'),
};
