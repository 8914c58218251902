import { QueryClientProvider } from '@tanstack/react-query';
import { makeQueryClient } from '@tma/web/query';
import { onPersonChange, signOut } from '@tma/web/session';
import type { ReactNode } from 'react';

/** One for all pages of the remote. A token the server no longer takes ends the session. */
const client = makeQueryClient(() => void signOut());

export const forgetServerState = () => client.clear();
onPersonChange(forgetServerState);

export const ServerState = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
