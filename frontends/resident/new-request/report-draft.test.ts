import { expect, it } from 'vitest';
import { emptyDraft, missingNames, sentFieldsOf } from './report-draft.ts';

const profile = { id: '7', first_name: 'Sana', last_name: 'Khan', contact_number: '', tehsil: 'Mardan', location: '' };
const complete = { ...emptyDraft, issue: 'Water Supply Problem', location: 'Bank Road', description: 'No water' };

it('finds nothing missing in a complete report', () => {
  expect(missingNames(complete, profile)).toEqual([]);
});

it('names what is missing in the order of the form, then of the profile', () => {
  const nobody = { ...profile, id: '', first_name: '', last_name: '', tehsil: '' };
  expect(missingNames(emptyDraft, nobody)).toEqual(['issue', 'location', 'description', 'name', 'userId', 'tehsil']);
  expect(missingNames({ ...complete, description: '' }, { ...profile, tehsil: '' })).toEqual(['description', 'tehsil']);
});

it('takes blanks for missing', () => {
  expect(missingNames({ ...complete, location: ' \n\t' }, profile)).toEqual(['location']);
});

it('is sent with what it takes from the profile', () => {
  expect(sentFieldsOf({ ...complete, schedule: '2099-03-05' }, profile)).toEqual({
    name: 'Sana Khan',
    status: 'Open',
    userId: '7',
    tehsil: 'Mardan',
    issue: 'Water Supply Problem',
    location: 'Bank Road',
    lat: '',
    long: '',
    accuracy: '',
    description: 'No water',
    schedule: '2099-03-05',
    shared: '',
  });
});

it('has a point of problems, and none of papers', () => {
  const point = { lat: '34.198', long: '72.045', accuracy: '12' };
  expect(sentFieldsOf({ ...complete, ...point }, profile)).toMatchObject(point);
  const paper = { ...complete, ...point, issue: 'Limit Certificate' };
  expect(sentFieldsOf(paper, profile)).toMatchObject({ lat: '', long: '', accuracy: '' });
});

it('is shared where its writer says so, and papers never are', () => {
  const sharedOf = (issue: string) => sentFieldsOf({ ...complete, issue, shared: true }, profile).shared;
  expect([sharedOf('Water Supply Problem'), sharedOf('Limit Certificate')]).toEqual(['true', '']);
});

it.each([
  ['Sana', '', 'Sana'],
  ['', 'Khan', 'Khan'],
  ['', '', 'User'],
])('calls %j %j %s', (first_name, last_name, name) => {
  expect(sentFieldsOf(complete, { ...profile, first_name, last_name }).name).toBe(name);
});
