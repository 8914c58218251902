import { Profile, UserMetadata } from '@tma/contracts';
import { expect, it } from 'vitest';
import { emptyProfile, newPerson, personFields, profileFields } from './profile.ts';

// The store's SQL, `usersdb` and the tokens' claims are made from these lists.
it('has the fields that the contract gives its row and its claims', () => {
  expect(['id', ...profileFields]).toEqual(Object.keys(Profile.shape));
  expect(personFields).toEqual(Object.keys(UserMetadata.shape));
});

it('is empty before anything is known, and in English', () => {
  expect(Profile.omit({ id: true }).strict().parse(emptyProfile)).toEqual(emptyProfile);
  expect(new Set(Object.values(emptyProfile))).toEqual(new Set(['']));
  expect(UserMetadata.required().strict().parse(newPerson)).toEqual({ ...emptyProfile, language: 'en' });
});
