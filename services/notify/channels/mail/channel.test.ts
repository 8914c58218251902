import { expect, it } from 'vitest';
import { classifyFailure, Unanswered } from './channel.ts';

it.each([
  [{ code: 'EMESSAGE', responseCode: 554 }, 'rejected'],
  [{ code: 'EENVELOPE', responseCode: 550 }, 'rejected'],
  [{ code: 'EMESSAGE', responseCode: 451 }, 'deferred'],
  [{ code: 'EENVELOPE', responseCode: 421 }, 'deferred'],
  [{ code: 'ESOCKET' }, 'unreachable'],
  [new Unanswered(new Error('Timeout')), 'uncertain'],
  [{ code: 'EPROTOCOL', responseCode: 554 }, 'unreachable'],
  [{ code: 'EAUTH', responseCode: 535 }, 'unreachable'],
])('%o means: %s', (error, failure) => expect(classifyFailure(error)).toBe(failure));
