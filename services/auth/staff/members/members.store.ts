import type { Role } from '@tma/contracts';
import { allRows, anyRow, type Db, type Tx } from '@tma/kit';

/** One of the people of an office. */
export interface Member {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  disabled: boolean;
  secondFactor: boolean;
}

const columns = `id, email, first_name, last_name, role, disabled_at is not null as disabled,
  exists (select from admin_factors where admin_id = admins.id and active_since is not null) as "secondFactor"`;

/** The people of a tehsil's office, also those who are disabled. */
export const findMembers = (db: Db, tehsil: string) =>
  allRows<Member>(db, `select ${columns} from admins where tehsil = $1`, [tehsil]);

/** Whether an active head of the tehsil is left beside this administrator. */
export const hasOtherHead = (tx: Tx, tehsil: string, id: string) =>
  anyRow(tx, `select from admins where tehsil = $1 and id <> $2 and role = 'head' and disabled_at is null limit 1`, [
    tehsil,
    id,
  ]);
