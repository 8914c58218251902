import { failpoint, type Handler } from '@tma/kit';
import { answerClosure } from '../../closures/answer.ts';
import { byLink, type Linking } from '../../closures/links.ts';
import { closureById, readLinkedClosure } from '../../stores/closures.store.ts';

/** Takes the answer of whoever holds the link of a mail. */
export const answerLinkedClosure =
  (reports: Linking): Handler<'answerLinkedClosure'> =>
  async ({ body: { token, ...answer } }, { ip }) => {
    const seen = await byLink(reports, { token, ip }, (id) =>
      answerClosure(
        reports,
        {
          report: ['ofClosure', id],
          find: (tx) => closureById(tx, id),
          read: (tx) => readLinkedClosure(tx, id),
        },
        answer,
      ),
    );
    failpoint('change-committed');
    return seen;
  };
