import { remotePages } from '@tma/web/remote';

/** Everything an administrator sees. */
export const pages = remotePages<'admin'>({
  adminSignIn: () => import('./sign-in/page.tsx'),
  adminSignUp: () => import('./sign-up/page.tsx'),
  adminDashboard: () => import('./dashboard/page.tsx'),
  adminSettings: () => import('./settings/page.tsx'),
  addTehsil: () => import('./tehsil/page.tsx'),
});
