import { sample } from './sample.ts';
import { step } from './step.ts';

const query = { token: sample.unsubscribeToken };

export const unsubscribing = [
  step('showUnsubscribe', 200, 'The page behind the link of an invitation', {
    query,
  }),
  step('unsubscribe', 200, 'No more invitations', { query }),
];
