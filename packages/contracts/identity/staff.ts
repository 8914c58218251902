/** The people of an office: its list, invitations, roles. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { json, operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { email, given, id, language, line, linkToken, role, time } from '../scalars.ts';

const auth = { service: 'auth', errors: 'problem' } as const;
const ofHeads = { ...auth, who: ['admin'], roles: forRoles.head } as const;
const name = z.string().pipe(line(limits.name).min(1, 'is required'));

export const StaffMember = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role,
    state: z.enum(['active', 'disabled']),
    /** To the minute; null: they never signed in. */
    lastSeen: time.nullable(),
    secondFactor: z.boolean(),
    you: z.boolean(),
  })
  .meta({ id: 'StaffMember' });

const invitation = { id, email: z.string(), role, expiresAt: time };

export const staffOperations = {
  listStaff: operation('GET /api/staff', {
    ...ofHeads,
    summary: 'The people of the office by name, also those who are disabled',
    answers: { 200: z.array(StaffMember) },
  }),
  changeStaff: operation('PUT /api/staff/{id}', {
    ...ofHeads,
    summary: 'Give one of them another role, or disable or enable their account',
    params: z.object({ id: z.guid() }),
    body: json(z.object({ role: role.optional(), disabled: z.boolean('must be true or false').optional() })),
    answers: { 200: StaffMember },
  }),
  inviteStaff: operation('POST /api/staff/invitations', {
    ...ofHeads,
    summary: 'Mail somebody a link with which they join the office, for 7 days and one use; an earlier one is dead',
    body: json(z.object({ email: given.pipe(email), role, language: language.nullish() })),
    answers: { 201: z.object(invitation) },
  }),
  listInvitations: operation('GET /api/staff/invitations', {
    ...ofHeads,
    summary: 'The invitations that are open, newest first',
    answers: {
      /** `by`: the full name of who invited them. */
      200: z.array(z.object({ ...invitation, by: z.string() })),
    },
  }),
  withdrawInvitation: operation('DELETE /api/staff/invitations/{id}', {
    ...ofHeads,
    summary: 'Withdraw one of them: its link is dead',
    params: z.object({ id: z.guid() }),
    answers: { 204: null },
  }),
  viewInvitation: operation('POST /api/staff/join/view', {
    ...auth,
    who: 'anyone',
    summary: 'What the link of an invitation is for; changes nothing',
    body: json(z.object({ token: linkToken })),
    answers: { 200: z.object({ email: z.string(), role, tehsil: z.string() }) },
  }),
  joinStaff: operation('POST /api/staff/join', {
    ...auth,
    who: 'anyone',
    summary: 'Become an administrator by the link of an invitation',
    body: json(z.object({ token: linkToken, First_Name: name, Last_Name: name, Password: given })),
    answers: { 201: z.object({ success: z.literal(true), email: z.string() }) },
  }),
};
