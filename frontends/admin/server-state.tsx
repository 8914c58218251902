import { QueryClientProvider } from '@tanstack/react-query';
import { forgetAdminSession, onAdminChange } from '@tma/web/admin-session';
import { makeQueryClient } from '@tma/web/query';
import type { ReactNode } from 'react';

/** One for all pages of the remote. A token the server no longer takes ends the session. */
const client = makeQueryClient(forgetAdminSession);

export const forgetServerState = () => client.clear();
onAdminChange(forgetServerState);

export const ServerState = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
