import { expect, it, vi } from 'vitest';

vi.mock('@tma/web/session/resident-token', () => ({ residentToken: async () => 'token' }));
const { profileFrom } = await import('./use-profile.ts');

it('fills what was not given at sign-up with empty strings', () => {
  expect(profileFrom({ id: '7', user_metadata: { first_name: 'Sana', tehsil: 'Mardan', location: null } })).toEqual({
    id: '7',
    first_name: 'Sana',
    last_name: '',
    contact_number: '',
    tehsil: 'Mardan',
    location: '',
  });
});
