/** For tests of proofs: offices with a report each, and pictures that are sent as proofs of it. */
import { Proof } from '@tma/contracts';
import { expect } from 'vitest';
import { calls, type FormParts, form, type TestCaller, type TestService } from './index.ts';

let number = 0;
/** A picture that no other test of the file has. */
export function fresh(text = '') {
  number += 1;
  return `picture ${number} ${text}`;
}
export const blob = (text: string) => new Blob([text], { type: 'image/jpeg' });

export function proving(reports: TestService) {
  const { call, get, submit } = calls(reports);

  function prove(who: { token: string } | null, id: string, parts: FormParts | string = fresh()) {
    const body = new FormData();
    const given: FormParts = typeof parts === 'string' ? { image: blob(parts) } : parts;
    for (const [name, value] of Object.entries(given)) if (value !== undefined) body.append(name, value);
    return call(who, `/reports/${id}/proof`, { method: 'POST', body });
  }

  return {
    ...calls(reports),
    prove,

    async proved(who: TestCaller, id: string, parts?: FormParts | string) {
      const answer = await prove(who, id, parts);
      expect(answer.status).toBe(201);
      return Proof.parse(await answer.json());
    },

    /** A tehsil of its own, with a report that has this picture. */
    async office(picture = fresh()) {
      const tehsil = `Tehsil of ${fresh()}`.trim();
      const resident = await reports.resident(tehsil);
      const report = await (await submit(resident, form({ image: blob(picture) }))).json();
      return {
        tehsil,
        resident,
        admin: await reports.admin(tehsil),
        id: report.id as string,
        reference: report.reference as string,
      };
    },

    rowOf: async (admin: TestCaller, id: string) =>
      (await (await get(admin, '/adminrequests')).json()).find((row: { id: string }) => row.id === id),

    /** The proofs that files keeps for a report. */
    kept: (id: string) =>
      (reports.files.kept.get(id) ?? []).filter(({ kind }) => kind === 'proof').map((file) => file.id),
  };
}
