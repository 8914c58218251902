import { fullName } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { Admin } from './admins.store.ts';

/** An administrator as other services know them. */
export const publicAdministrator = ({ id, first_name, last_name, email, tehsil, language, role, version }: Admin) => ({
  id,
  name: fullName(first_name, last_name),
  email,
  tehsil,
  language,
  role,
  version,
});

/** Publishes an administrator in the transaction that saves them: who closed a report, and their address. */
export const publishAdministrator = (tx: Tx, admin: Admin): Promise<void> =>
  appendEvent(tx, 'AdministratorSaved', admin.id, {
    ...publicAdministrator(admin),
    ...(admin.disabled && { disabled: true }),
  });
