import { loadWhileTyping, type RemoteBuild, remotePages } from '@tma/web/remote';

const userDashboard = () => import('./dashboard/page.tsx');

/**
 * The dashboard is not imported by the sign-in page itself: the bundler would then leave out what that page has, and load other
 * chunks when the dashboard is opened.
 */
async function signIn() {
  const page = await import('./sign-in/page.tsx');
  loadWhileTyping(userDashboard);
  return page;
}

/** Everything a resident sees. */
export const pages = remotePages<'resident'>({
  signIn,
  signUp: () => import('./sign-up/page.tsx'),
  emailVerification: () => import('./email-verification/page.tsx'),
  resetPassword: () => import('./reset-password/page.tsx'),
  profile: () => import('./profile/page.tsx'),
  userDashboard,
  newRequest: () => import('./new-request/page.tsx'),
  allRequests: () => import('./all-requests/page.tsx'),
});

/** For the shell's own pages, and those of other remotes. */
export const sendWaiting: RemoteBuild['sendWaiting'] = async () => {
  const { startSendingAnywhere } = await import('./waiting-reports/sender.ts');
  return startSendingAnywhere();
};
