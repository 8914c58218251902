import { loadWhileTyping, remotePages } from '@tma/web/remote';

const adminDashboard = () => import('./dashboard/page.tsx');

async function adminSignIn() {
  const page = await import('./sign-in/page.tsx');
  loadWhileTyping(adminDashboard);
  return page;
}

/** Everything an administrator sees. */
export const pages = remotePages<'admin'>({
  adminSignIn,
  adminSignUp: () => import('./sign-up/page.tsx'),
  adminRecover: () => import('./recovery/recover-page.tsx'),
  adminReset: () => import('./recovery/reset-page.tsx'),
  adminCounter: () => import('./counter/page.tsx'),
  adminStaff: () => import('./staff/page.tsx'),
  adminJoin: () => import('./join/page.tsx'),
  adminAccount: () => import('./account/page.tsx'),
  adminDashboard,
  adminSettings: () => import('./settings/page.tsx'),
  adminAudit: () => import('./audit/page.tsx'),
  addTehsil: () => import('./tehsil/page.tsx'),
});
