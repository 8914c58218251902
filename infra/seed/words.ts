/** Names of sample people, and texts of sample reports. */
import { issueNames } from '@tma/contracts';

export const firstNames = ['Ayesha', 'Ali', 'Fatima', 'Hamza', 'Sana', 'Bilal', 'Zainab', 'Usman', 'Maryam', 'Imran'];
export const lastNames = [
  'Khan',
  'Shah',
  'Ahmad',
  'Gul',
  'Yousafzai',
  'Khattak',
  'Malik',
  'Iqbal',
  'Durrani',
  'Rehman',
];

export const places = [
  'Bank Road, near the post office',
  'Main Bazaar, opposite the mosque',
  'College Chowk',
  'Canal Road, second bridge',
  'Mohalla Sheikhan, street 4',
  'Sector B, block 12',
  'Railway Station Road',
  'Behind the government high school',
  'Sugar Mill Road, at the level crossing',
  'Bus stand, east gate',
];

/** Descriptions by issue type; `%` stands for a number of days. */
const complaints: Record<string, readonly string[]> = {
  Trash: [
    'Nobody has collected it for % days. It smells, and children play beside it.',
    'It has been lying here for % days and the wind carries it into the shops. Please send somebody to take it away.',
  ],
  'Water Supply Problem': [
    'No water since % days, in the whole street. The tanker does not come this far.',
    'The pipe at the corner leaks for % days now and the road is under water.',
  ],
  'Side Walk Repair': ['The slabs have been broken for % days; an old man fell here yesterday.'],
  'Traffic signals Issue': ['The signal shows red in all directions for % days. Cars drive as they like.'],
  'Street Lights Repair': [
    'Three lights in a row are out for % days. It is dark from the corner to the school.',
    'The light flickers the whole night since % days and the pole leans over the road.',
  ],
};
const application = [
  'I applied % days ago at the counter and bring the papers here again. Please tell me what is missing.',
];

/** For each issue, in the contract's order, two texts. */
export const descriptions: readonly string[] = issueNames.flatMap((issue) => {
  const texts = complaints[issue.startsWith('Trash') ? 'Trash' : issue] ?? application;
  return [texts[0] ?? '', texts[1] ?? texts[0] ?? ''];
});
