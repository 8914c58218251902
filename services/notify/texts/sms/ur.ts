import { issues, ur as mails, statuses } from '../ur.ts';
import type { SmsTexts } from './en.ts';

const withDay = (day: string | null) => (day ? `، کام کی تاریخ ${day}` : '');

/**
 * Every message in Urdu. Two segments have 134 characters, of which isolates of direction would take some: instead each message
 * begins with a word in Urdu, from which telephones take its direction.
 */
export const ur: SmsTexts = {
  day: mails.day,
  code: (code) => `ٹی ایم اے پورٹل کا کوڈ ${code} ہے، 10 منٹ کے لیے۔ کسی کو نہ بتائیں۔`,
  received: (reference, issue) => `آپ کی رپورٹ ${reference} مل گئی: ${issue}۔`,
  status: (reference, status, day) => `آپ کی رپورٹ ${reference} اب ${status} ہے${withDay(day)}۔`,
  scheduled: (reference, day) => `آپ کی رپورٹ ${reference} پر کام کی تاریخ: ${day}۔`,
  unscheduled: (reference) => `آپ کی رپورٹ ${reference} پر کام کی تاریخ ہٹا دی گئی۔`,
  disputed: (reference) => `آپ نے کہا کہ ${reference} کا مسئلہ حل نہیں ہوا۔ رپورٹ دوبارہ کھل گئی ہے۔`,
  question: (reference, code) =>
    `کیا ${reference} کا مسئلہ حل ہو گیا؟ جواب میں لکھیں: ہاں ${code} یا نہیں ${code} اور کیا خرابی ہے۔`,
  note: (reference, text) => `آپ کی رپورٹ ${reference} کے بارے میں: ${text}`,

  confirmed: (reference) => `شکریہ۔ ${reference} کا مسئلہ حل ہو گیا۔`,
  disputedBefore: (reference) =>
    `آپ نے پہلے ہی بتا دیا ہے کہ ${reference} کا مسئلہ حل نہیں ہوا۔ آپ کا جواب ہمیں مل چکا ہے۔`,
  answeredBefore: (reference) => `رپورٹ ${reference} کا جواب پہلے دیا جا چکا ہے۔`,
  over: (reference) => `رپورٹ ${reference} کا جواب دینے کی مدت ختم ہو چکی ہے۔`,
  sayWhat: (reference) => `رپورٹ ${reference}: اب کیا خرابی ہے؟ لکھیں: نہیں، کوڈ، اور خرابی۔`,
  noReport: (reference) => `حوالہ نمبر ${reference} کی کوئی رپورٹ نہیں ملی۔`,
  wrongCode: 'یہ کوڈ درست نہیں۔ کوڈ ہمارے اس پیغام میں ہے جس میں پوچھا گیا کہ مسئلہ حل ہوا یا نہیں۔',
  stands: (reference, status, day) => `رپورٹ ${reference}: ${status}${withDay(day)}۔`,
  stopped: 'اب آپ کو پیغام نہیں آئیں گے۔ دوبارہ چاہیں تو لکھیں: شروع',
  started: 'اب آپ کو رپورٹوں کے پیغام دوبارہ آئیں گے۔ روکنے کے لیے لکھیں: بند',
  help: 'لکھیں: ہاں یا نہیں اور کوڈ؛ حالت اور حوالہ نمبر؛ بند یا شروع۔',
  statuses,
  issues,
};
