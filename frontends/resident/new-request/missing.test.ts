import { expect, it } from 'vitest';
import { missingNames } from './missing.ts';

const complete = {
  issue: 'Water Supply Problem',
  location: 'Bank Road',
  description: 'No water',
  name: 'Sana Khan',
  userId: '7',
  tehsil: 'Mardan',
};

it('finds nothing missing in a complete report', () => {
  expect(missingNames(complete)).toEqual([]);
});

it('names what is missing in the order of the form, then of the profile', () => {
  expect(missingNames({})).toEqual(['issue', 'location', 'description', 'name', 'userId', 'tehsil']);
  expect(missingNames({ ...complete, tehsil: '', description: undefined })).toEqual(['description', 'tehsil']);
});

it('takes blanks for missing', () => {
  expect(missingNames({ ...complete, location: ' \n\t' })).toEqual(['location']);
});
