import { sample, times } from './sample.ts';
import { step } from './step.ts';

const { admin, colleague, neighbour, password, tehsil, invitations } = sample;
const by = `${admin.firstName} ${admin.lastName}`;
const invitation = { id: invitations[0], email: colleague.email, role: 'clerk', expiresAt: times.invited } as const;
const self = {
  id: admin.id,
  name: by,
  email: admin.email,
  role: 'head' as const,
  state: 'active' as const,
  lastSeen: times.joined,
  secondFactor: false,
  you: true,
};
const other = {
  ...self,
  id: colleague.id,
  name: `${colleague.firstName} ${colleague.lastName}`,
  email: colleague.email,
  role: 'clerk' as const,
  lastSeen: null,
  you: false,
};

export const staffing = [
  step('inviteStaff', 201, 'A head invites a clerk: a mail with a link goes to the address', {
    body: { email: colleague.email, role: 'clerk', language: 'en' },
    answer: invitation,
  }),
  step('listInvitations', 200, 'The invitation is open', { answer: [{ ...invitation, by }] }),
  step('viewInvitation', 200, 'What the token of that link is for', {
    body: { token: sample.staffToken },
    answer: { email: colleague.email, role: 'clerk', tehsil },
  }),
  step('joinStaff', 201, 'It makes an administrator, once', {
    body: {
      token: sample.staffToken,
      First_Name: colleague.firstName,
      Last_Name: colleague.lastName,
      Password: password,
    },
    answer: { success: true, email: colleague.email },
  }),
  step('listStaff', 200, 'The people of the office', { answer: [self, other] }),
  step('changeStaff', 200, 'The clerk goes out to work on reports from now on', {
    params: { id: colleague.id },
    body: { role: 'crew' },
    answer: { ...other, role: 'crew' },
  }),
  step('inviteStaff', 201, 'Another invitation, to the wrong address', {
    body: { email: neighbour, role: 'head' },
    answer: { ...invitation, id: invitations[1], email: neighbour, role: 'head' },
  }),
  step('withdrawInvitation', 204, 'Its link is dead', { params: { id: invitations[1] } }),
];
