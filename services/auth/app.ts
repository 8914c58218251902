import { addRoutes, createApp, inTrace, type Parts } from '@tma/kit';
import { deleteUser } from './accounts/delete-user.route.ts';
import { getUser } from './accounts/get-user.route.ts';
import { signUp } from './accounts/sign-up.route.ts';
import { updateUser } from './accounts/update-user.route.ts';
import { downloadAudit } from './audit/csv.route.ts';
import { auditEnd } from './audit/end.route.ts';
import { readAudit } from './audit/list.route.ts';
import type { AuthConfig } from './config.ts';
import type { AuthOwn } from './context.ts';
import { logSecurityEvent } from './credentials/security-log.ts';
import { sendInvite } from './invites/send.route.ts';
import { jwks } from './keys/jwks.route.ts';
import { followVerification } from './links/follow-verification.route.ts';
import { recover } from './links/recover.route.ts';
import { resend } from './links/resend.route.ts';
import { verify } from './links/verify.route.ts';
import { confirmPhone } from './phone/confirm.route.ts';
import { setMessages } from './phone/messages.route.ts';
import { readPhone } from './phone/read.route.ts';
import { removePhone } from './phone/remove.route.ts';
import { setPhone } from './phone/set.route.ts';
import { endSession } from './sessions/end.route.ts';
import { identityHealth } from './sessions/health.route.ts';
import { listSessions } from './sessions/list.route.ts';
import { identitySettings } from './sessions/settings.route.ts';
import { signOut } from './sessions/sign-out.route.ts';
import { token } from './sessions/token.route.ts';
import { confirmFactor } from './staff/factor/confirm.route.ts';
import { endFactor } from './staff/factor/end.route.ts';
import { readFactor } from './staff/factor/read.route.ts';
import { removeFactor } from './staff/factor/remove.route.ts';
import { startFactor } from './staff/factor/start.route.ts';
import { findAdmin } from './staff/find.route.ts';
import { inviteStaff } from './staff/invitations/invite.route.ts';
import { joinStaff } from './staff/invitations/join.route.ts';
import { listInvitations } from './staff/invitations/list.route.ts';
import { viewInvitation } from './staff/invitations/view.route.ts';
import { withdrawInvitation } from './staff/invitations/withdraw.route.ts';
import { adminLanguage } from './staff/language.route.ts';
import { listAdmins } from './staff/list.route.ts';
import { changeStaff } from './staff/members/change.route.ts';
import { listStaff } from './staff/members/list.route.ts';
import { adminPassword } from './staff/passwords/change.route.ts';
import { adminRecover } from './staff/passwords/recover.route.ts';
import { adminReset } from './staff/passwords/reset.route.ts';
import { adminSignIn } from './staff/sign-in.route.ts';
import { adminSignOut } from './staff/sign-out.route.ts';
import { adminSignUp } from './staff/sign-up.route.ts';
import { createProfile } from './tables/create-profile.route.ts';
import { readProfile } from './tables/read-profile.route.ts';
import { readTehsils } from './tables/tehsils.route.ts';
import { updateProfile } from './tables/update-profile.route.ts';
import { addTehsil } from './tehsils/add.route.ts';
import { listTehsils } from './tehsils/list.route.ts';

/** The routes of the service, not listening yet. */
export async function buildApp(auth: Parts<AuthConfig> & AuthOwn) {
  // Only the gateway reaches this port; the address that it forwards is the caller's.
  const app = createApp(auth.log, { trustProxy: true });
  app.addHook('onClose', () => auth.hashing.stop());
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const limit = String(reply.getHeader('ratelimit-policy') ?? '') || null;
    inTrace(request, () => logSecurityEvent(request.log, 'limit hit', { limit }));
  });
  addRoutes<'auth'>(app, auth.tokens, {
    signUp: signUp(auth),
    followVerification: followVerification(auth),
    verify: verify(auth),
    token: token(auth),
    getUser: getUser(auth),
    updateUser: updateUser(auth),
    deleteUser: deleteUser(auth),
    signOut: signOut(auth),
    recover: recover(auth),
    resend: resend(auth),
    identityHealth: identityHealth(),
    identitySettings: identitySettings(),
    jwks: jwks(auth),
    readTehsils: readTehsils(auth),
    readProfile: readProfile(auth),
    createProfile: createProfile(auth),
    updateProfile: updateProfile(auth),
    listTehsils: listTehsils(auth),
    addTehsil: addTehsil(auth),
    adminSignUp: adminSignUp(auth),
    adminSignIn: adminSignIn(auth),
    adminPassword: adminPassword(auth),
    adminRecover: adminRecover(auth),
    adminReset: adminReset(auth),
    adminLanguage: adminLanguage(auth),
    adminSignOut: adminSignOut(auth),
    readFactor: readFactor(auth),
    startFactor: startFactor(auth),
    confirmFactor: confirmFactor(auth),
    endFactor: endFactor(auth),
    removeFactor: removeFactor(auth),
    listStaff: listStaff(auth),
    changeStaff: changeStaff(auth),
    inviteStaff: inviteStaff(auth),
    listInvitations: listInvitations(auth),
    withdrawInvitation: withdrawInvitation(auth),
    viewInvitation: viewInvitation(auth),
    joinStaff: joinStaff(auth),
    listAdmins: listAdmins(auth),
    findAdmin: findAdmin(auth),
    readAudit: readAudit(auth),
    auditEnd: auditEnd(auth),
    downloadAudit: downloadAudit(auth),
    listSessions: listSessions(auth),
    endSession: endSession(auth),
    readPhone: readPhone(auth),
    setPhone: setPhone(auth),
    confirmPhone: confirmPhone(auth),
    setMessages: setMessages(auth),
    removePhone: removePhone(auth),
    sendInvite: sendInvite(auth),
  });
  return app;
}
