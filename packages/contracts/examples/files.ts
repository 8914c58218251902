import { sample } from './sample.ts';
import { problem, step } from './step.ts';

const { report } = sample;
const notFound = problem(404, 'Not Found', 'not_found', 'Not found');

export const downloading = [
  step('picture', 200, 'The picture, as large as a card shows it', {
    params: { name: report.picture },
    query: { w: '480' },
  }),
  step('readMap', 200, 'Where the operator gave no map', {
    answer: { tiles: null, attribution: '', centre: null, zoom: 13, outlines: null },
  }),
  step('mapTiles', 404, 'So there are no tiles', { answer: notFound }),
  step('mapOutlines', 404, 'Nor outlines of tehsils', { answer: notFound }),
  step('readLog', 200, 'What the signed log of reports is signed with', { params: { '*': 'key' } }),
  step('downloadDocument', 200, 'The papers that came with it', { params: { id: report.id } }),
];
