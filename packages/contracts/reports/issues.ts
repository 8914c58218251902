/** What can be reported or applied for. */
interface Issue {
  /** What people read, and what today's paths carry. */
  name: string;
  /** What other systems carry; never changes. */
  code: string;
  /** A problem of a place, or a certificate or licence. */
  kind: 'problem' | 'paper';
  /** The papers it needs; without any, the form asks for no document. */
  documents: readonly string[];
}

export const issues: readonly Issue[] = [
  { name: 'Trash : Road side dust', code: 'road-side-dust', kind: 'problem', documents: [] },
  { name: 'Trash : Street dust', code: 'street-dust', kind: 'problem', documents: [] },
  { name: 'Trash : Bin Replacement', code: 'bin-replacement', kind: 'problem', documents: [] },
  { name: 'Trash : Waste water Blockage', code: 'waste-water-blockage', kind: 'problem', documents: [] },
  { name: 'Water Supply Problem', code: 'water-supply', kind: 'problem', documents: [] },
  { name: 'Side Walk Repair', code: 'side-walk', kind: 'problem', documents: [] },
  { name: 'Traffic signals Issue', code: 'traffic-signals', kind: 'problem', documents: [] },
  {
    name: 'Street Lights Repair',
    code: 'street-lights',
    kind: 'problem',
    documents: ['Written application', 'ID', 'Address proof', 'Photos'],
  },
  {
    name: 'Demolishing Certificate',
    code: 'demolishing-certificate',
    kind: 'paper',
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
    code: 'limit-certificate',
    kind: 'paper',
    documents: ['Original property documents', 'Site plan', 'Neighbour NOCs', 'ID', 'Request letter'],
  },
  {
    name: 'Sanitation in Designated Area of TMA',
    code: 'sanitation',
    kind: 'paper',
    documents: ['Written request', 'Area details', 'ID', 'Address proof'],
  },
  {
    name: 'Grant of Trade License for Small Business',
    code: 'trade-license',
    kind: 'paper',
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
    code: 'market-noc',
    kind: 'paper',
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

/** Problems of a place: all but certificates and licences, which are nobody else's business. */
export const problems = issues.filter(({ kind }) => kind === 'problem');
export const problemNames: readonly string[] = problems.map(({ name }) => name);

export const isProblem = (issue: string): boolean => problemNames.includes(issue);

/** The papers that a kind of report needs; none of most. */
export const documentsOf = (issue: string): readonly string[] =>
  issues.find(({ name }) => name === issue)?.documents ?? [];
