/** The operations of the files service. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { binary, id } from '../scalars.ts';
import { MapOfArea, Upload } from './shapes.ts';

/** A part of the log, by its path below `/log`. */
const logFile = z.object({ '*': z.string() });
const files = { service: 'files', errors: 'problem' } as const;
const forAnyone = { ...files, who: 'anyone' } as const;
const ofBoth = { ...files, who: ['resident', 'admin'], roles: forRoles.all } as const;
const ofUploads = { ...files, who: ['resident', 'admin', 'system'], roles: forRoles.all, internal: true } as const;

export const fileOperations = {
  picture: operation('GET /uploads/{name}', {
    ...forAnyone,
    summary: "A report's public picture; `w=480` for the card, which with `Save-Data: on` is that of `w=240`",
    params: z.object({ name: z.string() }),
    query: z.object({ w: z.enum(['480', '240'], 'must be 480 or 240').optional() }),
    answers: { 200: null, 304: null },
  }),
  readImage: operation('GET /reports/{id}/image', {
    ...ofBoth,
    summary: "A report's picture, for its reporter and its tehsil's administrators, also of a hidden one",
    params: z.object({ id: z.string() }),
    answers: { 200: null, 304: null },
  }),
  readProofImage: operation('GET /reports/{id}/proof-image', {
    ...ofBoth,
    summary: 'The newest picture of the finished work, likewise',
    params: z.object({ id: z.string() }),
    answers: { 200: null, 304: null },
  }),
  readMap: operation('GET /api/map', {
    ...forAnyone,
    summary: "What pages draw the operator's map with; without one, a plain grid",
    answers: { 200: MapOfArea },
  }),
  mapTiles: operation('GET /map/area.pmtiles', {
    ...forAnyone,
    summary: 'The map (PMTiles 3), by parts',
    answers: { 200: null, 206: null, 304: null },
  }),
  mapOutlines: operation('GET /map/tehsils.geojson', {
    ...forAnyone,
    summary: 'The outlines of tehsils that the operator gave (RFC 7946)',
    answers: { 200: null, 206: null, 304: null },
  }),
  readLog: operation('GET /log/{*}', {
    ...forAnyone,
    summary:
      'The signed log (C2SP tlog-tiles): `checkpoint`, `key`, `tile/{level}/{n}[.p/{w}]`, `tile/entries/{n}[.p/{w}]`; with a number before it, that of a later log',
    params: logFile,
    answers: { 200: null },
  }),
  keepLog: operation('PUT /internal/log/{*}', {
    ...files,
    who: ['reports'],
    internal: true,
    summary: 'Keep a part of the signed log; what its checkpoint covers is never replaced',
    params: logFile,
    body: { type: 'binary', schema: binary },
    answers: { 204: null },
  }),
  hashPicture: operation('GET /internal/pictures/{name}/sha256', {
    ...forAnyone,
    internal: true,
    summary:
      'What the signed log says of a picture: the SHA-256 of what `/uploads/{name}` answers, also of a hidden one',
    params: z.object({ name: z.string() }),
    answers: { 200: z.object({ sha256: z.string() }) },
  }),
  downloadDocument: operation('GET /download-pdf/{id}', {
    ...ofBoth,
    roles: forRoles.office,
    summary: "A report's PDF, for its reporter and its tehsil's administrators",
    params: z.object({ id: z.string() }),
    answers: { 200: null, 206: null },
  }),
  upload: operation('POST /internal/uploads', {
    ...ofUploads,
    summary: 'Store one picture or document of a report that is being submitted, or a picture of the finished work',
    query: z.object({ kind: z.enum(['image', 'document', 'proof']), reportId: id, tehsil: z.string().min(1) }),
    body: { type: 'binary', schema: binary },
    answers: { 201: Upload },
  }),
  discardUploads: operation('DELETE /internal/uploads', {
    ...ofUploads,
    summary: 'Remove the uploads of a report that was refused after all, or one of them',
    query: z.object({ reportId: id, uploadId: id.optional() }),
    answers: { 204: null },
  }),
};
