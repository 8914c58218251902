import { noteAct, transaction } from '@tma/kit';
import type { Reports } from '../context.ts';
import { insertContactRead, isContactRead } from './contact-reads.store.ts';

/**
 * Has the audit log say that an administrator read somebody's contact number, once a day. The number is answered after it: what
 * cannot be written down is not told.
 * @param of the person's id; of somebody without an account the report, by its id and reference
 */
export async function noteContactRead(
  { pool, today }: Pick<Reports, 'pool' | 'today'>,
  caller: { id: string; tehsil: string },
  of: { person: string } | { report: string; reference: string },
): Promise<void> {
  const [ofId, about] = 'person' in of ? [of.person, { person: of.person }] : [of.report, { about: of.reference }];
  const read = { adminId: caller.id, ofId, day: today() };
  if (await isContactRead(pool, read)) return;
  await transaction(pool, async (tx) => {
    if (await insertContactRead(tx, read)) await noteAct(tx, 'reports', caller, { kind: 'contact-read', ...about });
  });
}
