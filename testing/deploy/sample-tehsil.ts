import { adminTokenOf, call, join, joinAdmin, tokenOf } from '../calls.ts';
import { newResident, type Portal, type Resident } from '../people.ts';
import { type Report, submitReport } from '../reports.ts';

/** A picture of one white pixel, and a minimal PDF. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
export const papers = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** Creates a resident and an administrator of one tehsil; their credentials work on a restored portal too. */
export async function joinPeople(portal: Portal) {
  const [resident, admin] = [newResident('Katlang'), newResident('Katlang')];
  await join(portal, resident);
  await joinAdmin(portal, admin);
  return { resident, admin };
}

/** Submits a report with a picture and papers. */
export const submit = (portal: Portal, token: string, headers: Record<string, string> = {}): Promise<Report> => {
  const texts = { issue: 'Street Lights Repair', location: 'Bazaar', description: 'It is dark.' };
  return submitReport(portal, token, gif, texts, { pdf: papers, headers });
};

/** Everything stored of the tehsil: reports and counts as an administrator sees them, files as they are served, history. */
export async function readSample(portal: Portal, { resident, admin }: { resident: Resident; admin: Resident }) {
  const token = await adminTokenOf(portal, admin);
  const rows = await call<Report[]>(portal, '/adminrequests', { token });
  const counts = await call<Record<string, number>>(portal, '/adminrequests/counts', { token });
  const own = await tokenOf(portal, resident);
  const files = await Promise.all(
    rows.map(async ({ id, image }) => {
      const picture = await fetch(`${portal.portal}/${image}`);
      const paper = await fetch(`${portal.portal}/download-pdf/${id}`, { headers: { authorization: `Bearer ${own}` } });
      return [picture.status, picture.headers.get('content-type'), Buffer.from(await paper.arrayBuffer()).toString()];
    }),
  );
  const history = await Promise.all(rows.map(({ id }) => call(portal, `/reports/${id}/history`, { token })));
  return { rows, counts, files, history };
}
