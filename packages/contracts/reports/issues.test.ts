import { expect, test } from 'vitest';
import { issues } from './issues.ts';

/** The types of the specification in its order, each with the papers that it lists. */
const specified = [
  ['Trash : Road side dust', ''],
  ['Trash : Street dust', ''],
  ['Trash : Bin Replacement', ''],
  ['Trash : Waste water Blockage', ''],
  ['Water Supply Problem', ''],
  ['Side Walk Repair', ''],
  ['Traffic signals Issue', ''],
  ['Street Lights Repair', 'written application, ID, address proof, photos'],
  [
    'Demolishing Certificate',
    'ownership papers, owner request letter, NOC, structural report, approved plan, utility disconnection letters',
  ],
  ['Limit Certificate', 'original property documents, site plan, neighbour NOCs, ID, request letter'],
  ['Sanitation in Designated Area of TMA', 'written request, area details, ID, address proof'],
  [
    'Grant of Trade License for Small Business',
    'business registration, landlord NOC, owner ID, ownership or rental proof, tax proof, written application',
  ],
  [
    'Grant of NOC for Establishment of Fruits and Vegetable Markets',
    'business proof, approved layout plan, ownership or rental agreement, applicant ID, NOC from neighbours, environmental or sanitation approval if required',
  ],
];

test('issue types and their papers are those of the specification', () => {
  const inLowerCase = (text = '') => text.toLowerCase();
  expect(issues.map(({ name, documents }) => [name, inLowerCase(documents.join(', '))])).toEqual(
    specified.map(([name, papers]) => [name, inLowerCase(papers)]),
  );
});
