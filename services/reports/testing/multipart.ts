/** Forms as no browser sends them, for the tests of this service and of the whole portal. */
import { issueNames } from '@tma/contracts';

const boundary = 'tests-boundary';
export const multipart = `multipart/form-data; boundary=${boundary}`;

type Content = string | Buffer;
/** One part of a form; `head` replaces the header that names it. */
export const part = (name: string, content: Content, head?: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head ?? `Content-Disposition: form-data; name="${name}"`}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
export const filePart = (name: string, content: Content, filename = 'a.bin'): Buffer =>
  part(name, content, `Content-Disposition: form-data; name="${name}"; filename="${filename}"`);
export const end = Buffer.from(`--${boundary}--\r\n`);

interface Sample {
  picture: Buffer;
  document: Buffer;
  /** The largest file that is accepted, in bytes. */
  maxFile: number;
}

/** The texts that every report has. */
export const texts = () => [
  part('issue', issueNames[0] ?? ''),
  part('location', 'Bazaar road 5'),
  part('description', 'Dust everywhere.'),
];

interface OddForm {
  what: string;
  body: Buffer;
  status: number;
  /** The problem's detail, where it is fixed. */
  detail?: string;
  type?: string;
}

const unreadable = 'The form cannot be read: it is cut off or malformed.';

/** Forms that are refused, each with its status and detail. */
export function refusedForms({ picture, document, maxFile }: Sample): OddForm[] {
  const image = filePart('image', picture);
  const whole = (...parts: Buffer[]) => Buffer.concat([...parts, end]);
  const long = (name: string) => filePart(name, Buffer.alloc(4000));
  const cut = (body: Buffer, share: number) => body.subarray(0, Math.floor(body.length * share));
  const good = whole(...texts(), image, filePart('document', document));
  const first = whole(image, filePart('document', document), ...texts());
  const malformed = (what: string, body: Buffer, type?: string) => ({
    what,
    body,
    status: 400,
    detail: unreadable,
    type,
  });
  return [
    malformed('nothing', Buffer.alloc(0)),
    malformed('cut off in the texts', cut(good, 0.01)),
    malformed('cut off in the picture', cut(first, 0.3)),
    malformed('cut off in an unknown file', whole(...texts(), image, long('other')).subarray(0, -2000)),
    {
      what: 'cut off in a second picture',
      body: whole(...texts(), image, long('image')).subarray(0, -2000),
      status: 400,
      detail: 'Please send one image only.',
    },
    malformed('cut off before the last boundary', good.subarray(0, -end.length)),
    malformed('another boundary than announced', good, `${multipart}-other`),
    malformed('no boundary announced', good, 'multipart/form-data'),
    { what: 'nothing but the end', body: end, status: 400 },
    { what: 'no texts', body: whole(image), status: 400, detail: 'Missing: issue, location, description' },
    { what: 'no picture', body: whole(...texts()), status: 400, detail: 'Please select an image file.' },
    {
      what: 'the picture sent as a text',
      body: whole(...texts(), part('image', 'picture')),
      status: 400,
      detail: 'Please select an image file.',
    },
    {
      what: 'a thousand parts',
      body: whole(...texts(), image, ...Array.from({ length: 1000 }, (_, n) => part(`p${n}`, 'x'))),
      status: 400,
      detail: 'The form has too many parts.',
    },
    {
      what: 'a thousand files',
      body: whole(...texts(), ...Array.from({ length: 1000 }, (_, n) => filePart(`f${n}`, 'x')), image),
      status: 400,
      detail: 'The form has too many parts.',
    },
    {
      what: 'a part without a name',
      body: whole(image, ...texts(), part('', 'x', 'Content-Disposition: form-data')),
      status: 400,
      detail: 'A part of the form has no name.',
    },
    {
      what: 'a file without a name',
      body: whole(...texts(), image, part('', 'x', 'Content-Disposition: form-data; filename="a.jpg"')),
      status: 400,
      detail: 'A part of the form has no name.',
    },
    {
      what: 'two pictures',
      body: whole(image, ...texts(), image),
      status: 400,
      detail: 'Please send one image only.',
    },
    {
      what: 'a picture whose head is huge',
      body: whole(
        ...texts(),
        part(
          '',
          picture,
          `X-Long: ${'x'.repeat(200_000)}\r\nContent-Disposition: form-data; name="image"; filename="a"`,
        ),
      ),
      status: 400,
    },
    {
      what: 'a text beyond what a field may hold',
      body: whole(
        image,
        part('issue', issueNames[0] ?? ''),
        part('location', 'x'),
        part('description', 'x'.repeat(200_000)),
      ),
      status: 400,
      detail: 'description: must be at most 4000 characters',
    },
    {
      what: 'many such texts',
      body: whole(image, ...texts(), ...Array.from({ length: 5 }, (_, n) => part(`t${n}`, 'x'.repeat(64 * 1024)))),
      status: 413,
    },
    {
      what: 'a picture of one byte too many',
      body: whole(filePart('image', large(picture, maxFile + 1)), ...texts()),
      status: 413,
    },
    {
      what: 'a document of one byte too many',
      body: whole(image, filePart('document', large(document, maxFile + 1)), ...texts()),
      status: 413,
    },
    {
      what: 'a form over all bounds',
      body: whole(part('x', large(Buffer.alloc(0), 2 * maxFile + 2 ** 20))),
      status: 413,
    },
  ];
}

const large = (begin: Buffer, size: number) => Buffer.concat([begin, Buffer.alloc(size - begin.length)]);
