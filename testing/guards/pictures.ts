import { deflateSync } from 'node:zlib';
import { chunk } from '../../services/files/testing/bombs.ts';
import { picture } from '../../services/files/testing/samples.ts';

const script = '<script>document.title="ran"</script>';
const html = `<!doctype html><html><body>${script}</body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='ran'">${script}</svg>`;

/** A PNG of a few hundred KB that decodes to gigabytes: one bit a pixel, all the same. */
function vastPng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(1, 8);
  const row = Buffer.alloc(Math.ceil(side / 8) + 1);
  const rows = deflateSync(Buffer.concat(Array<Buffer>(1000).fill(row)));
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

export const jpeg = await picture(200, 150).jpeg().toBuffer();
const png = await picture(200, 150).png().toBuffer();
const gif = await picture(200, 150).gif().toBuffer();

/** Files that are not pictures: refused. */
export const refused: [what: string, content: Buffer][] = [
  ['SVG', Buffer.from(svg)],
  ['SVG with an XML head', Buffer.from(`<?xml version="1.0"?>${svg}`)],
  [
    'SVG that includes a file',
    Buffer.from(`<?xml version="1.0"?><!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg>&f;</svg>`),
  ],
  ['HTML', Buffer.from(html)],
  ['HTML after the first bytes of a GIF', Buffer.from(`GIF89a/*${html}*/`)],
  ['a script after the first bytes of a GIF', Buffer.from('GIF89a=1;alert(1)//')],
  ['HTML after the first bytes of a JPEG', Buffer.concat([jpeg.subarray(0, 20), Buffer.from(html)])],
  ['HTML after the first bytes of a PNG', Buffer.concat([png.subarray(0, 33), Buffer.from(html)])],
  ['a PDF', Buffer.from(`%PDF-1.7\n${html}\n%%EOF\n`)],
  ['a PDF with a JPEG behind it', Buffer.concat([Buffer.from('%PDF-1.7\n%%EOF\n'), jpeg])],
  ['a ZIP with a JPEG behind it', Buffer.concat([Buffer.from('504b0304', 'hex'), jpeg])],
  ['PostScript', Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file')],
  [
    'what ImageMagick reads as a command',
    Buffer.from('push graphic-context\nimage over 0,0 0,0 "|id"\npop graphic-context'),
  ],
  ['a picture of 50 000 by 50 000', vastPng(50_000)],
];

/** An EXIF block with coordinates (GPS), scripts in texts, and a rotation. */
const exif = {
  IFD0: { ImageDescription: script, Artist: html, Orientation: '6' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 11/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '72/1 2/1 45/1' },
};

/** Pictures with other content in them: they are re-encoded, and only the picture is left. */
export const polyglots: [what: string, content: Buffer][] = [
  ['a JPEG with scripts and a place in its EXIF', await picture(200, 150).withExif(exif).jpeg().toBuffer()],
  ['a PNG with scripts and a place in its EXIF', await picture(200, 150).withExif(exif).png().toBuffer()],
  ['a WebP with scripts and a place in its EXIF', await picture(200, 150).withExif(exif).webp().toBuffer()],
  ['a JPEG with a script as its comment', Buffer.concat([jpeg.subarray(0, 2), comment(html), jpeg.subarray(2)])],
  ['a JPEG with HTML behind it', Buffer.concat([jpeg, Buffer.from(html)])],
  [
    'a PNG with a script in a text',
    Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${html}`)), png.subarray(33)]),
  ],
  [
    'a GIF with a JAR behind it (GIFAR)',
    Buffer.concat([gif, Buffer.from('504b0304', 'hex'), Buffer.from(`META-INF/${script}`)]),
  ],
];

function comment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text)]);
}
