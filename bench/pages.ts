/** The pages in a browser: what they load compared with one bundle, how fast they paint compared with a page by hand. */
import { adminEmail, residentEmail } from '../infra/seed/people.store.ts';
import { inFilledPortal, signedIn } from './filled-portal.ts';
import type { Row } from './measure.ts';
import { pageSpeeds } from './page-speed.ts';
import { languageWeights, pageWeights } from './page-weight.ts';

export const bench = (): Promise<Row[]> =>
  inFilledPortal(async ({ browser, portal, print }) => {
    print('what each page loads');
    const resident = await signedIn(browser, `${portal}/signin`, residentEmail(1, 1), '**/userDashboard*');
    const admin = await signedIn(browser, `${portal}/adminsignin`, adminEmail(1, 1), '**/adminDashboard*');
    const weights = await pageWeights(browser, portal, [
      { name: 'Home', path: '/' },
      { name: 'Sign-in', path: '/signin' },
      { name: "Resident's dashboard", path: '/userDashboard', state: resident },
      { name: "Administrator's dashboard", path: '/adminDashboard', state: admin },
    ]);
    const languages = await languageWeights(browser, portal);
    print('how fast Home is on a slow phone');
    return [...weights, ...languages, ...(await pageSpeeds(browser, portal))];
  });
