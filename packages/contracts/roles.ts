/** What administrators are in their office, and so what they may. */
export const roles = ['head', 'clerk', 'crew'] as const;
export type Role = (typeof roles)[number];

/** The header that says, in answers to an administrator, what they are now: their token says what they were when they signed in. */
export const roleHeader = 'x-role';

/** Which roles an operation is for. What depends on the report itself, `services/reports/report/policy.ts` decides. */
export const forRoles = { all: roles, office: ['head', 'clerk'], head: ['head'] } as const satisfies Record<
  string,
  readonly Role[]
>;
