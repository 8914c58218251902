import { sample } from './sample.ts';
import { problem, step } from './step.ts';

const { report } = sample;
const notFound = problem(404, 'Not Found', 'not_found', 'Not found');

export const downloading = [
  step('picture', 200, 'The picture, as large as a card shows it', {
    params: { name: report.picture },
    query: { w: '480' },
  }),
  step('readMap', 200, 'Where the operator gave a map; of outlines it says that there are none', {
    answer: {
      tiles: '/map/area.pmtiles',
      attribution: 'Survey of Mardan',
      centre: [72.045, 34.198],
      zoom: 15,
      outlines: null,
    },
  }),
  step('mapTiles', 200, 'The map; browsers ask for parts of it', {}),
  step('mapOutlines', 404, 'Outlines of tehsils, which this map has not', { answer: notFound }),
  step('readLog', 200, 'What the signed log of reports is signed with', { params: { '*': 'key' } }),
  step('downloadDocument', 200, 'The papers that came with it', { params: { id: report.id } }),
];
