import { QueryClientProvider } from '@tanstack/react-query';
import { makeQueryClient } from '@tma/web/api/query';
import { onAdminChange, removeAdminSession } from '@tma/web/session/admin-session';
import type { ReactNode } from 'react';

/** One for all pages of the remote. A token that the server no longer accepts ends the session. */
const client = makeQueryClient(removeAdminSession);

export const clearServerState = () => client.clear();
onAdminChange(clearServerState);

export const ServerState = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
