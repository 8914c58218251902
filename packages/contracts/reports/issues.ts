/** What can be reported or applied for, each with the papers it needs; without any, the form asks for no document. */
export const issues: readonly { name: string; documents: readonly string[] }[] = [
  { name: 'Trash : Road side dust', documents: [] },
  { name: 'Trash : Street dust', documents: [] },
  { name: 'Trash : Bin Replacement', documents: [] },
  { name: 'Trash : Waste water Blockage', documents: [] },
  { name: 'Water Supply Problem', documents: [] },
  { name: 'Side Walk Repair', documents: [] },
  { name: 'Traffic signals Issue', documents: [] },
  { name: 'Street Lights Repair', documents: ['Written application', 'ID', 'Address proof', 'Photos'] },
  {
    name: 'Demolishing Certificate',
    documents: [
      'Ownership papers',
      'Owner request letter',
      'NOC',
      'Structural report',
      'Approved plan',
      'Utility disconnection letters',
    ],
  },
  {
    name: 'Limit Certificate',
    documents: ['Original property documents', 'Site plan', 'Neighbour NOCs', 'ID', 'Request letter'],
  },
  {
    name: 'Sanitation in Designated Area of TMA',
    documents: ['Written request', 'Area details', 'ID', 'Address proof'],
  },
  {
    name: 'Grant of Trade License for Small Business',
    documents: [
      'Business registration',
      'Landlord NOC',
      'Owner ID',
      'Ownership or rental proof',
      'Tax proof',
      'Written application',
    ],
  },
  {
    name: 'Grant of NOC for Establishment of Fruits and Vegetable Markets',
    documents: [
      'Business proof',
      'Approved layout plan',
      'Ownership or rental agreement',
      'Applicant ID',
      'NOC from neighbours',
      'Environmental or sanitation approval if required',
    ],
  },
];

export const issueNames: readonly string[] = issues.map((issue) => issue.name);
