import { expect, it } from 'vitest';
import { missingNames } from './missing.ts';

const whole = {
  issue: 'Water Supply Problem',
  location: 'Bank Road',
  description: 'No water',
  name: 'Sana Khan',
  userId: '7',
  tehsil: 'Mardan',
};

it('finds nothing missing in a whole report', () => {
  expect(missingNames(whole)).toEqual([]);
});

it('names what is missing in the order of the form, then of the profile', () => {
  expect(missingNames({})).toEqual(['issue', 'location', 'description', 'name', 'userId', 'tehsil']);
  expect(missingNames({ ...whole, tehsil: '', description: undefined })).toEqual(['description', 'tehsil']);
});

it('takes blanks for missing', () => {
  expect(missingNames({ ...whole, location: ' \n\t' })).toEqual(['location']);
});
