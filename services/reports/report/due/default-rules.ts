/** In how many working days an answer is due where the tehsil's administrators say nothing else. */
const defaultDays: Readonly<Record<string, number>> = {
  'Trash : Road side dust': 2,
  'Trash : Street dust': 2,
  'Trash : Bin Replacement': 2,
  'Trash : Waste water Blockage': 1,
  'Water Supply Problem': 1,
  'Side Walk Repair': 10,
  'Traffic signals Issue': 1,
  'Street Lights Repair': 3,
};

/** Certificates, the licence, the NOC and sanitation. */
const otherwise = 15;

/** Working days for an issue type. */
export const defaultDaysOf = (issue: string): number => defaultDays[issue] ?? otherwise;
