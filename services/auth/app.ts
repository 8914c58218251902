import { addRoutes, createApp } from '@tma/kit';
import { audit } from './audit.ts';
import type { Auth } from './context.ts';
import { adminSignIn, adminSignOut, adminSignUp } from './routes/admins.ts';
import { sendInvite } from './routes/invite.ts';
import { recover, resend } from './routes/mails.ts';
import { createProfile, readProfile, updateProfile } from './routes/profile.ts';
import { identityHealth, identitySettings, jwks } from './routes/service-info.ts';
import { signOut } from './routes/sign-out.ts';
import { signUp } from './routes/sign-up.ts';
import { addTehsil, listTehsils, readTehsils } from './routes/tehsils.ts';
import { token } from './routes/token.ts';
import { updateUser } from './routes/update-user.ts';
import { deleteUser, getUser } from './routes/user.ts';
import { followVerification, verify } from './routes/verify.ts';

export async function buildApp(auth: Auth) {
  // Only the gateway reaches this port; the address it passes on is the caller's.
  const app = createApp(auth.log, { trustProxy: true });
  app.addHook('onClose', () => auth.hashing.stop());
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 429) return;
    audit(request.log, 'limit hit', { limit: String(reply.getHeader('ratelimit-policy') ?? '') || null });
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
    adminSignOut: adminSignOut(auth),
    sendInvite: sendInvite(auth),
  });
  return app;
}
