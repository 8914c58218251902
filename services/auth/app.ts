import { addRoutes, createApp, inTrace } from '@tma/kit';
import type { Auth } from './context.ts';
import { adminLanguage } from './routes/adminlanguage.put.ts';
import { adminSignIn } from './routes/adminsignin.post.ts';
import { adminSignOut } from './routes/adminsignout.post.ts';
import { adminSignUp } from './routes/adminsignup.post.ts';
import { addTehsil } from './routes/api/addTehsil.post.ts';
import { listAdmins } from './routes/api/admins.get.ts';
import { listTehsils } from './routes/api/gettehsils.get.ts';
import { sendInvite } from './routes/api/sendInvite.post.ts';
import { jwks } from './routes/auth/v1/.well-known/jwks.json.get.ts';
import { identityHealth } from './routes/auth/v1/health.get.ts';
import { signOut } from './routes/auth/v1/logout.post.ts';
import { recover } from './routes/auth/v1/recover.post.ts';
import { resend } from './routes/auth/v1/resend.post.ts';
import { identitySettings } from './routes/auth/v1/settings.get.ts';
import { signUp } from './routes/auth/v1/signup.post.ts';
import { token } from './routes/auth/v1/token.post.ts';
import { deleteUser } from './routes/auth/v1/user.delete.ts';
import { getUser } from './routes/auth/v1/user.get.ts';
import { updateUser } from './routes/auth/v1/user.put.ts';
import { followVerification } from './routes/auth/v1/verify.get.ts';
import { verify } from './routes/auth/v1/verify.post.ts';
import { findAdmin } from './routes/internal/admins/[id].get.ts';
import { readTehsils } from './routes/rest/v1/tehsils.get.ts';
import { readProfile } from './routes/rest/v1/usersdb.get.ts';
import { updateProfile } from './routes/rest/v1/usersdb.patch.ts';
import { createProfile } from './routes/rest/v1/usersdb.post.ts';
import { logSecurityEvent } from './security-log.ts';

/** The routes of the service, not listening yet. */
export async function buildApp(auth: Auth) {
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
    adminLanguage: adminLanguage(auth),
    adminSignOut: adminSignOut(auth),
    listAdmins: listAdmins(auth),
    findAdmin: findAdmin(auth),
    sendInvite: sendInvite(auth),
  });
  return app;
}
