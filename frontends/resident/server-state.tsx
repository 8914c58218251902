import { QueryClientProvider } from '@tanstack/react-query';
import { makeQueryClient } from '@tma/web/api/query';
import { onResidentChange, signOut } from '@tma/web/session/resident-session';
import type { ReactNode } from 'react';

/** One for all pages of the remote. A token that the server no longer accepts ends the session. */
const client = makeQueryClient(() => void signOut());

export const clearServerState = () => client.clear();
onResidentChange(clearServerState);

export const ServerState = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
