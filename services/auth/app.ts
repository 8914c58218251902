import { addRoutes, createApp, inTrace, type Parts } from '@tma/kit';
import { signUp } from './accounts/sign-up.route.ts';
import { deleteUser, getUser, updateUser } from './accounts/user.route.ts';
import { auditEnd, downloadAudit, readAudit } from './audit/audit.route.ts';
import type { AuthConfig } from './config.ts';
import type { AuthOwn } from './context.ts';
import { logSecurityEvent } from './credentials/security-log/security-log.ts';
import { sendInvite } from './invites/send.route.ts';
import { jwks } from './keys/jwks.route.ts';
import { recover, resend } from './links/mails.route.ts';
import { followVerification, verify } from './links/verify.route.ts';
import { confirmPhone, readPhone, removePhone, setMessages, setPhone } from './phone/phone.route.ts';
import { identityHealth, identitySettings } from './sessions/identity.route.ts';
import { endSession, listSessions, signOut } from './sessions/own-sessions.route.ts';
import { token } from './sessions/token.route.ts';
import { adminLanguage, findAdmin, listAdmins } from './staff/admins.route.ts';
import { confirmFactor, endFactor, readFactor, removeFactor, startFactor } from './staff/factor/factor.route.ts';
import {
  inviteStaff,
  joinStaff,
  listInvitations,
  viewInvitation,
  withdrawInvitation,
} from './staff/invitations/invitations.route.ts';
import { changeStaff, listStaff } from './staff/members/members.route.ts';
import { adminPassword, adminRecover, adminReset } from './staff/passwords/passwords.route.ts';
import { adminSignIn, adminSignOut } from './staff/sign-in.route.ts';
import { adminSignUp } from './staff/sign-up.route.ts';
import { readTehsils } from './tables/tehsils.route.ts';
import { createProfile, readProfile, updateProfile } from './tables/usersdb.route.ts';
import { addTehsil, listTehsils } from './tehsils/tehsils.route.ts';

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
