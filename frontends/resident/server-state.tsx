import { QueryClientProvider } from '@tanstack/react-query';
import { makeQueryClient } from '@tma/web/api/query';
import { forgetSeen } from '@tma/web/offline/seen';
import { onResidentChange } from '@tma/web/session/resident-session';
import type { ReactNode } from 'react';
import { createRenewal } from './renew-session.ts';

const renew = createRenewal(() => void client.invalidateQueries());

/** One for all pages of the remote. A token that the server no longer accepts is renewed, or ends the session. */
const client = makeQueryClient(() => {
  void forgetSeen('authenticated').catch(() => {});
  void renew();
});

export const clearServerState = () => client.clear();
onResidentChange(clearServerState);

export const ServerState = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
