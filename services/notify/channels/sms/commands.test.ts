import { expect, it } from 'vitest';
import { readCommand } from './commands.ts';

it.each([
  ['YES 123456', { kind: 'yes', code: '123456' }],
  ['yes123456', { kind: 'yes', code: '123456' }],
  ['Yes: 123 456.', { kind: 'yes', code: '123456' }],
  ['ہاں 123456', { kind: 'yes', code: '123456' }],
  ['هاں ۱۲۳۴۵۶', { kind: 'yes', code: '123456' }],
  ['جی ہاں ١٢٣٤٥٦', { kind: 'yes', code: '123456' }],
  ['\u200fہاں،123456\u200f', { kind: 'yes', code: '123456' }],
  ['جی ھاں 123456', { kind: 'yes', code: '123456' }],
  ['no 123456 It is still dark.', { kind: 'no', code: '123456', text: 'It is still dark.' }],
  ['No 123456', { kind: 'no', code: '123456', text: '' }],
  ['نھیں 123456 اندھیرا ھے', { kind: 'no', code: '123456', text: 'اندھیرا ھے' }],
  ['نہیں 123456 اب بھی اندھیرا ہے', { kind: 'no', code: '123456', text: 'اب بھی اندھیرا ہے' }],
  ['نہيں 123456 کام نہیں ہوا\nآئیں', { kind: 'no', code: '123456', text: 'کام نہیں ہوا\nآئیں' }],
  ['No: ۱۲۳-۴۵۶. It is ½ done.', { kind: 'no', code: '123456', text: 'It is ½ done.' }],
  // In Pashto, whose letters are not those of Urdu.
  ['نہیں \u200f123456 څراغ په ۵ کوڅه کې مړ دي', { kind: 'no', code: '123456', text: 'څراغ په ۵ کوڅه کې مړ دي' }],
  ['STATUS TMA-7CV3X4JW', { kind: 'status', reference: 'TMA-7CV3X4JW' }],
  ['status tma 7cv3x4jw', { kind: 'status', reference: 'TMA-7CV3X4JW' }],
  ['status 7cv3x4jw.', { kind: 'status', reference: 'TMA-7CV3X4JW' }],
  ['حالت TMA-7CV3X4JW', { kind: 'status', reference: 'TMA-7CV3X4JW' }],
  ['stop', { kind: 'stop' }],
  [' Stop. ', { kind: 'stop' }],
  ['بند', { kind: 'stop' }],
  ['START', { kind: 'start' }],
  ['شروع', { kind: 'start' }],
  ['', { kind: 'unknown' }],
  ['Hello', { kind: 'unknown' }],
  ['yesterday 123456', { kind: 'unknown' }],
  ['note 123456', { kind: 'unknown' }],
  ['YES', { kind: 'unknown' }],
  ['YES 12345', { kind: 'unknown' }],
  ['YES 1234567', { kind: 'unknown' }],
  ['123456 YES', { kind: 'unknown' }],
  ['STATUS', { kind: 'unknown' }],
  ['STATUS TMA-1', { kind: 'unknown' }],
])('%j', (message, command) => {
  expect(readCommand(message)).toEqual(command);
});
