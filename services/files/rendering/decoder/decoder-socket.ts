/** The socket between the service and the process that decodes: how it is opened, and which answers are accepted. */
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { ProofTimes } from '@tma/contracts';
import { z } from 'zod';
import { decoderCommand, decoderEnvironment } from './decoder-command.ts';

/** More bytes than any WebP has: the largest is 1,600 pixels wide, and WebP needs less than 3 bytes for a pixel. */
const maxContentBytes = 8 * 2 ** 20;
const maxTextBytes = 16_384;

const slot = z.int().min(0).max(255);
const hash = z.string().regex(/^[01]{64}$/);
/** The answer of the process for a slot. The process may be compromised by a picture, so nothing else is accepted. */
const Answer = z.union([
  z.strictObject({
    slot,
    hash: hash.nullable(),
    takenAt: ProofTimes.shape.takenAt,
    cropped: z.array(hash).max(100),
  }),
  z.strictObject({ slot, refused: z.string().max(500) }),
  z.strictObject({ slot, retry: z.enum(['asBefore', 'alone']) }),
]);
export type Answer = z.infer<typeof Answer>;

/** An answer, and the WebP behind it; empty for a picture that was refused. */
export interface Received {
  answer: Answer;
  content: Buffer;
}

/**
 * A connection to a decoding process of its own. It is closed when the process ends, and the process ends when it is closed.
 * @param socketPath of the container that decodes; without it the process is started here, as a child
 */
export function connectDecoder(socketPath?: string): Socket {
  const socket = socketPath === undefined ? startDecoder() : connect({ path: socketPath });
  // 'close' follows, which tells all waiting calls that the process has ended.
  socket.on('error', () => {});
  readAnswers(socket);
  return socket;
}

/** @returns its end of the socket pair that is the child's file descriptor 3 */
function startDecoder(): Socket {
  const child = spawn(process.execPath, decoderCommand, {
    env: decoderEnvironment,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  child.unref();
  const socket = child.stdio[3] as Socket;
  child.on('error', () => socket.destroy());
  return socket.once('close', () => child.kill('SIGKILL'));
}

const answerEvent = 'answer';

/** Calls back with each answer. @returns a function that ends this */
export function onAnswer(socket: Socket, handle: (received: Received) => void): () => void {
  socket.on(answerEvent, handle);
  return () => socket.off(answerEvent, handle);
}

/** Reads answers: two numbers of 32 bits, so many bytes of JSON, and so many of WebP. Whatever else comes closes the socket. */
function readAnswers(socket: Socket) {
  let pieces: Buffer[] = [];
  let arrived = 0;
  let needed = headerBytes;
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    arrived += piece.length;
    while (arrived >= needed && !socket.destroyed) {
      const all = Buffer.concat(pieces);
      const sizes = [all.readUInt32LE(0), all.readUInt32LE(4)] as const;
      if (sizes[0] > maxTextBytes || sizes[1] > maxContentBytes) return void socket.destroy();
      needed = headerBytes + sizes[0] + sizes[1];
      pieces = [all];
      if (arrived < needed) return;
      const received = receivedFrom(all.subarray(headerBytes, needed), sizes[0]);
      if (!received) return void socket.destroy();
      pieces = [all.subarray(needed)];
      arrived -= needed;
      needed = headerBytes;
      socket.emit(answerEvent, received);
    }
  });
}
const headerBytes = 8;

/** The answer in a frame; null for a malformed one. */
function receivedFrom(frame: Buffer, textBytes: number): Received | null {
  try {
    const answer = Answer.parse(JSON.parse(frame.toString('utf8', 0, textBytes)));
    const content = frame.subarray(textBytes);
    return 'hash' in answer && !isWebp(content) ? null : { answer, content };
  } catch {
    return null;
  }
}

const isWebp = (content: Buffer) =>
  content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';
