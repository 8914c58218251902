import { expect, it, vi } from 'vitest';

vi.mock('../token.ts', () => ({ token: async () => 'token' }));
const { wrongWith } = await import('./wrong.ts');

const profile = {
  id: '7',
  first_name: 'Sana',
  last_name: 'Khan',
  contact_number: '03001234567',
  tehsil: 'Mardan',
  location: 'Bank Road',
};
const draft = {
  issue: 'Side Walk Repair',
  location: 'Bank Road',
  description: 'It is broken.',
  schedule: '',
  image: new File(['x'], 'light.jpg', { type: 'image/jpeg' }),
  document: null,
};

it('finds nothing wrong with a whole draft', () => {
  expect(wrongWith(draft, profile, 10)).toBeNull();
});

it('names what the form and the profile lack, the picture only when nothing else is missing', () => {
  const nobody = { ...profile, first_name: '', last_name: ' ', tehsil: '' };
  expect(wrongWith({ ...draft, location: ' ', image: null }, nobody, 10)).toEqual({
    missing: ['location', 'name', 'tehsil'],
    files: [],
  });
  expect(wrongWith({ ...draft, image: null }, profile, 10)).toEqual({ missing: [], files: [['image', 'missing']] });
});

it('says what is wrong with the files, whatever else is missing', () => {
  const document = new File(['x'], 'scan.png', { type: 'image/png' });
  expect(wrongWith({ ...draft, issue: '', document }, profile, 10)).toEqual({
    missing: ['issue'],
    files: [['document', 'invalid']],
  });
});
