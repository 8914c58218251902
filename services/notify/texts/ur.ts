import { deletedUser, directions, fullNameOrUser, inDays, inHours } from '@tma/contracts';
import type { Texts } from './en.ts';

/** Text within a sentence that is read from left to right, as one piece (Unicode's isolates). */
const ltr = (text: string) => `\u2066${text}\u2069`;
/** The same for what people wrote and named, which has a direction of its own. */
const own = (text: string) => `\u2068${text}\u2069`;
/** An isolate ends with its line. */
const quote = (text: string) => text.replaceAll(/.+/g, own);

const hours = (seconds: number) => (inHours(seconds) === 1 ? 'ایک گھنٹے' : `${inHours(seconds)} گھنٹے`);

const plural = new Intl.PluralRules('ur');
const ofReports = (count: number) => (plural.select(count) === 'one' ? 'ایک رپورٹ' : `${count} رپورٹوں`);

/** Days as they are written in Pakistan, in Latin digits: `21 نومبر، 2026`. */
const dayIn = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('ur-PK-u-nu-latn', { dateStyle: 'long', timeZone }).format(new Date(moment));

export const statuses = new Map([
  ['Open', 'زیرِ التوا'],
  ['In Progress', 'زیرِ کارروائی'],
  ['Closed', 'نمٹا دی گئی'],
  ['Dropped', 'مسترد'],
]);

export const issues = new Map([
  ['Trash : Road side dust', 'صفائی: سڑک کے کنارے گرد و غبار'],
  ['Trash : Street dust', 'صفائی: گلی میں گرد و غبار'],
  ['Trash : Bin Replacement', 'صفائی: کوڑے دان کی تبدیلی'],
  ['Trash : Waste water Blockage', 'صفائی: نالی کی بندش'],
  ['Water Supply Problem', 'پانی کی فراہمی کا مسئلہ'],
  ['Side Walk Repair', 'فٹ پاتھ کی مرمت'],
  ['Traffic signals Issue', 'ٹریفک سگنل کا مسئلہ'],
  ['Street Lights Repair', 'سٹریٹ لائٹ کی مرمت'],
  ['Demolishing Certificate', 'عمارت مسمار کرنے کا سرٹیفکیٹ'],
  ['Limit Certificate', 'حد بندی کا سرٹیفکیٹ'],
  ['Sanitation in Designated Area of TMA', 'ٹی ایم اے کے مقررہ علاقے میں صفائی'],
  ['Grant of Trade License for Small Business', 'چھوٹے کاروبار کے لیے ٹریڈ لائسنس کا اجرا'],
  [
    'Grant of NOC for Establishment of Fruits and Vegetable Markets',
    'پھل اور سبزی منڈی کے قیام کے لیے این او سی کا اجرا',
  ],
]);

/** What stands for a name where there is none. */
const standIns = new Map([
  [fullNameOrUser('', ''), 'شہری'],
  [deletedUser, 'حذف شدہ اکاؤنٹ'],
]);

/** One that is not listed stays as it is. */
const statusOf = (name: string) => statuses.get(name) ?? own(name);
const issueOf = (name: string) => issues.get(name) ?? own(name);
const person = (name: string) => standIns.get(name) ?? own(name);
const tma = (tehsil: string) => `ٹی ایم اے ${own(tehsil)}`;

interface Report {
  reference: string;
  issue: string;
}
/** A report within a sentence. */
const named = ({ reference, issue }: Report) => `”${issueOf(issue)}“ (${ltr(reference)})`;

/** Every text in Urdu; one word for one thing, as in docs/glossary.md. The wire is English: what comes from it is translated here. */
export const ur: Texts = {
  language: 'ur',
  direction: directions.ur,
  day: (day) => dayIn(`${day}T00:00:00Z`, 'UTC'),
  dayOf: dayIn,
  quote,

  greeting: (name) => (name ? `السلام علیکم ${person(name)}،` : 'السلام علیکم،'),
  administratorGreeting: (name) => (name ? `السلام علیکم ${person(name)}،` : 'السلام علیکم،'),
  hello: 'السلام علیکم،',
  ignore: 'اگر یہ آپ نے نہیں کیا تو اس ای میل کو نظرانداز کر دیں۔',
  seeReports: 'اپنی رپورٹیں دیکھیں',
  seeRecord: 'اس رپورٹ کا صفحہ کھولیں',

  verification: {
    subject: 'اپنے ای میل پتے کی تصدیق کریں',
    request: (seconds) =>
      'کسی نے اس ای میل پتے سے اکاؤنٹ بنایا ہے۔ اگر یہ آپ ہیں تو براہِ کرم اس کی تصدیق کریں تاکہ آپ کا اکاؤنٹ مکمل ہو جائے۔ ' +
      `یہ لنک ${hours(seconds)} تک کام کرے گا۔`,
    nameGiven: (name) => `لکھا گیا نام: ${person(name)}`,
    button: 'اپنے ای میل پتے کی تصدیق کریں',
    somebodyElse:
      'اگر یہ کسی اور نے کیا ہے تو یہ لنک نہ کھولیں: اکاؤنٹ کا پاس ورڈ اسی کے پاس ہو گا۔ اس کے بجائے اپنا اکاؤنٹ خود بنائیں۔',
  },
  recovery: {
    subject: 'نیا پاس ورڈ رکھیں',
    request: (seconds) =>
      'کسی نے آپ کے اکاؤنٹ کے لیے نیا پاس ورڈ رکھنا چاہا ہے۔ جس صفحے سے یہ ہوتا ہے، اس پر کوئی بھی ای میل پتا لکھا جا سکتا ہے۔ ' +
      `یہ لنک صرف ایک بار، ${hours(seconds)} کے اندر، کام کرے گا۔`,
    button: 'نیا پاس ورڈ رکھیں',
  },
  emailChange: {
    subject: 'اپنے نئے ای میل پتے کی تصدیق کریں',
    request: (seconds) =>
      'ایک شہری نے، جو یہاں اپنے اکاؤنٹ میں لاگ ان ہے، اپنا ای میل پتا بدل کر یہ پتا رکھنا چاہا ہے۔ ' +
      'اگر یہ آپ ہیں تو براہِ کرم تصدیق کریں کہ یہ آپ کا نیا ای میل پتا ہے۔ ' +
      `یہ لنک ${hours(seconds)} تک کام کرے گا۔`,
    button: 'اپنے نئے ای میل پتے کی تصدیق کریں',
  },
  passwordChanged: {
    subject: 'آپ کا پاس ورڈ بدل دیا گیا',
    explanation: 'آپ کے اکاؤنٹ کا پاس ورڈ ابھی بدلا گیا ہے۔ جو کوئی کہیں اور لاگ ان تھا، اسے لاگ آؤٹ کر دیا گیا ہے۔',
    advice: 'اگر یہ آپ نے نہیں کیا تو فوراً نیا پاس ورڈ رکھیں: اس سے باقی سب لاگ آؤٹ ہو جاتے ہیں۔',
    button: 'نیا پاس ورڈ رکھیں',
  },
  emailAboutToChange: {
    subject: 'آپ کا ای میل پتا بدلنے والا ہے',
    explanation:
      'کسی نے، جو آپ کے اکاؤنٹ میں لاگ ان ہے، اس کا ای میل پتا بدلنا چاہا ہے۔ نیا پتا تب سے مانا جائے گا جب اس پر بھیجی گئی ' +
      'ای میل کا لنک کھولا جائے۔',
    advice:
      'اگر یہ آپ نے نہیں کیا تو فوراً نیا پاس ورڈ رکھیں: اس سے یہ تبدیلی رک جاتی ہے اور باقی سب لاگ آؤٹ ہو جاتے ہیں۔',
    button: 'نیا پاس ورڈ رکھیں',
  },
  emailChanged: {
    subject: 'آپ کا ای میل پتا بدل دیا گیا',
    explanation: 'آپ کے اکاؤنٹ کا ای میل پتا اب کوئی اور ہے۔ اس پتے سے اب لاگ ان نہیں ہو سکتا۔',
    advice: 'اگر یہ آپ نے نہیں کیا تو ہمیں فوراً بتائیں۔',
    button: 'ہم سے رابطہ کریں',
  },
  secondFactorRemoved: {
    subject: 'آپ کی دوسری تصدیق ہٹا دی گئی',
    explanation: 'اب آپ کے اکاؤنٹ میں لاگ ان کے لیے صرف پاس ورڈ مانگا جاتا ہے، ایپ کا کوڈ نہیں۔',
    advice:
      'اگر آپ کو اس کی توقع نہیں تھی تو فوراً اپنے دفتر کے سربراہ کو بتائیں۔ لاگ ان کے بعد دوسری تصدیق پھر سے لگائی جا سکتی ہے۔',
    button: 'لاگ ان کریں',
  },
  roles: new Map([
    ['head', 'دفتر کے سربراہ'],
    ['clerk', 'کلرک'],
    ['crew', 'فیلڈ عملہ'],
  ]),
  staffInvited: {
    subject: (inviter, tehsil) => `${person(inviter)} کی طرف سے ${tma(tehsil)} میں شامل ہونے کی دعوت`,
    explanation: (inviter, tehsil) =>
      `${person(inviter)} کی طرف سے آپ کو ان رپورٹوں پر کام کرنے کی دعوت ہے جو شہری ${tma(tehsil)} کو بھیجتے ہیں۔`,
    role: (role) => `آپ کی حیثیت: ${role}۔`,
    request: (seconds) => `لنک کھول کر پاس ورڈ رکھیں۔ یہ لنک صرف ایک بار، ${inDays(seconds)} دن تک کام کرے گا۔`,
    button: 'شامل ہوں',
  },
  administratorRegistered: {
    subject: (name, tehsil) => `${person(name)} اب ${own(tehsil)} کے منتظمین میں شامل`,
    explanation: (name, tehsil) =>
      `${tma(tehsil)} کے نئے منتظم: ${person(name)}۔ اب وہ تحصیل کی رپورٹوں پر کام کریں گے۔`,
    advice: 'اگر یہ شخص آپ کے لیے اجنبی ہے تو فوراً سسٹم کے نگران کو بتائیں۔',
  },
  signUpRepeated: {
    subject: 'آپ کا اکاؤنٹ پہلے سے موجود ہے',
    explanation:
      'کسی نے آپ کے ای میل پتے سے اکاؤنٹ بنانا چاہا، جبکہ اس پتے کا اکاؤنٹ یہاں پہلے سے موجود ہے۔ کچھ نہیں بدلا گیا۔',
    emailChange:
      'کسی نے اپنا ای میل پتا بدل کر آپ کا پتا رکھنا چاہا، جبکہ اس پتے کا اکاؤنٹ یہاں پہلے سے موجود ہے۔ کچھ نہیں بدلا گیا۔',
    advice: 'اگر یہ آپ نے کیا ہے تو لاگ ان کریں؛ پاس ورڈ یاد نہ ہو تو وہیں سے نیا رکھا جا سکتا ہے۔',
    button: 'لاگ ان کریں',
  },
  reportReceived: {
    subject: (reference) => `آپ کی رپورٹ ${ltr(reference)} موصول ہو گئی`,
    confirmation: ({ issue, tehsil, reference }) =>
      `آپ کی رپورٹ ”${issueOf(issue)}“ ${tma(tehsil)} کو موصول ہو گئی ہے۔ اس کا حوالہ نمبر ${ltr(reference)} ہے۔`,
    requestedDay: (day) => `آپ نے کام کے لیے یہ تاریخ مانگی ہے: ${day}۔`,
    outlook: 'ہر تبدیلی پر ہم آپ کو ای میل کریں گے۔',
  },
  statusChanged: {
    subject: {
      status: (reference, status) => `آپ کی رپورٹ ${ltr(reference)} کی نئی صورتحال: ${statusOf(status)}`,
      scheduled: (reference, day) => `آپ کی رپورٹ ${ltr(reference)} پر کام کی تاریخ: ${day}`,
      unscheduled: (reference) => `آپ کی رپورٹ ${ltr(reference)} پر کام کی تاریخ اب مقرر نہیں`,
    },
    update: (report) => `${tma(report.tehsil)} کے منتظم نے آپ کی رپورٹ ${named(report)} میں تبدیلی کی ہے۔`,
    followed: (report, { other }) =>
      `${tma(report.tehsil)} میں آپ کی رپورٹ ${named(report)} اور ${ltr(other)} ایک ہی مسئلے کی ہیں، اس لیے اس میں بھی تبدیلی ہوئی ہے۔`,
    status: (status) => `صورتحال: ${statusOf(status)}`,
    scheduled: (day) => `کام کی تاریخ: ${day}`,
    unscheduled: 'کام کی تاریخ مقرر نہیں',
    disputed: (report) =>
      `آپ نے، یا کسی ایسے شخص نے جس کے پاس ہماری ای میل کا لنک ہے، بتایا کہ رپورٹ ${named(report)} کا مسئلہ حل نہیں ہوا۔ ` +
      `آپ کی رپورٹ دوبارہ کھل گئی ہے، اور ${tma(report.tehsil)} کو وجہ بتا دی گئی ہے۔`,
    disputedByMessage: (report) =>
      `آپ کے نمبر سے ایک ایس ایم ایس میں بتایا گیا کہ رپورٹ ${named(report)} کا مسئلہ حل نہیں ہوا۔ ` +
      `آپ کی رپورٹ دوبارہ کھل گئی ہے، اور ${tma(report.tehsil)} کو وجہ بتا دی گئی ہے۔`,
  },
  closure: {
    proof: 'کام کے بعد کی تصویر شامل کی گئی ہے۔',
    noProof: 'کام کے بعد کی کوئی تصویر شامل نہیں کی گئی۔',
    question: (day) =>
      `کیا مسئلہ حل ہو گیا ہے؟ براہِ کرم ${day} تک جواب دیں۔ جواب نہ ملا تو رپورٹ کو نمٹا ہوا سمجھا جائے گا، اور درج ہو گا کہ آپ نے جواب نہیں دیا۔`,
    button: 'بتائیں کہ مسئلہ حل ہوا یا نہیں',
    warning:
      'جس کے پاس یہ ای میل ہو، اس کی طرف سے لاگ ان کے بغیر بھی اس لنک سے جواب دیا جا سکتا ہے۔ ' +
      'براہِ کرم اسے آگے نہ بھیجیں۔',
    signedIn: 'جواب لاگ ان کر کے بھی دیا جا سکتا ہے۔',
    log: (size, root) =>
      `اس وقت پورٹل کے دستخط شدہ ریکارڈ میں ${size} سطریں تھیں؛ مجموعی ہیش کے پہلے حروف یہ ہیں: ${ltr(root)}`,
  },
  closureDisputed: {
    subject: (reporter, reference) => `${person(reporter)} کے مطابق ${ltr(reference)} کا مسئلہ حل نہیں ہوا`,
    explanation: (report) =>
      `آپ نے ${tma(report.tehsil)} میں رپورٹ ${named(report)} نمٹا دی تھی۔ رپورٹ کنندہ کے مطابق مسئلہ حل نہیں ہوا، ` +
      'اس لیے رپورٹ دوبارہ کھل گئی ہے۔ اسے دوبارہ نمٹانے کے لیے کام کے بعد کی نئی تصویر درکار ہے۔',
    reason: (text) => `کون سا مسئلہ باقی ہے:\n${quote(text)}`,
    button: 'حل کی تردید والی رپورٹیں دیکھیں',
  },
  disputedOften: {
    subject: (reference, disputes) => `${ltr(reference)} کے حل کی ${disputes} بار تردید ہوئی`,
    explanation: (report) =>
      `${tma(report.tehsil)} میں رپورٹ ${named(report)} ایک بار پھر نمٹا دی گئی، اور رپورٹ کنندہ نے ایک بار پھر بتایا کہ ` +
      'مسئلہ حل نہیں ہوا۔ رپورٹ دوبارہ کھل گئی ہے۔',
  },
  assigned: {
    subject: (reference) => `${ltr(reference)} اب آپ کے ذمے ہے`,
    explanation: (report, { by }) =>
      `${by ? person(by) : 'ایک منتظم'} نے ${tma(report.tehsil)} میں رپورٹ ${named(report)} آپ کے ذمے کی ہے۔`,
    place: (location) => `جگہ: ${own(location)}`,
    due: (day) => `میعاد: ${day} تک`,
    button: 'رپورٹ دیکھیں',
  },
  note: {
    subject: (reference) => `آپ کی رپورٹ ${ltr(reference)} کے بارے میں پیغام`,
    explanation: (report) => `${tma(report.tehsil)} آپ کی رپورٹ ${named(report)} کے بارے میں لکھتی ہے:`,
  },
  duplicate: {
    subject: (reference, other) => `آپ کی رپورٹ ${ltr(reference)} اور ${ltr(other)} ایک ہی مسئلے کی ہیں`,
    explanation: (report, { other, both }) =>
      `${tma(report.tehsil)} کے مطابق آپ کی رپورٹ ${named(report)} اور رپورٹ ${ltr(other)} ایک ہی مسئلے کے بارے میں ہیں۔ ` +
      `اب سے آپ کی رپورٹ کی صورتحال وہی ہو گی جو ${ltr(other)} کی ہے` +
      `${both ? '، اور آپ کو دونوں کے بارے میں بتایا جائے گا' : ''}۔`,
  },
  supported: {
    subject: {
      status: (reference, status) =>
        `جس رپورٹ کی آپ نے تائید کی، ${ltr(reference)}، اس کی نئی صورتحال: ${statusOf(status)}`,
      scheduled: (reference, day) => `جس رپورٹ کی آپ نے تائید کی، ${ltr(reference)}، اس پر کام کی تاریخ: ${day}`,
      unscheduled: (reference) => `جس رپورٹ کی آپ نے تائید کی، ${ltr(reference)}، اس پر کام کی تاریخ اب مقرر نہیں`,
      message: (reference) => `جس رپورٹ کی آپ نے تائید کی، ${ltr(reference)}، اس کے بارے میں پیغام`,
    },
    changed: (report) =>
      `${tma(report.tehsil)} میں رپورٹ ${named(report)} میں، جس کی آپ نے تائید کی ہے، تبدیلی ہوئی ہے۔`,
    message: (report) => `${tma(report.tehsil)} رپورٹ ${named(report)} کے بارے میں، جس کی آپ نے تائید کی ہے، لکھتی ہے:`,
    cause:
      'آپ کو یہ ای میل اس لیے ملی ہے کہ آپ نے بتایا تھا کہ یہ مسئلہ آپ کا بھی ہے۔ ”میری رپورٹیں“ میں یہ تائید ختم کی جا سکتی ہے۔',
    button: 'جن رپورٹوں کی آپ نے تائید کی، انہیں دیکھیں',
  },
  overdue: {
    subject: (reports, tehsil) => `${own(tehsil)} میں ${ofReports(reports)} کی میعاد گزر چکی ہے`,
    explanation: (tehsil) =>
      `${tma(tehsil)} کی وہ رپورٹیں جن کی میعاد گزر چکی ہے اور جو نہ نمٹائی گئیں نہ مسترد ہوئیں، سب سے زیادہ تاخیر والی پہلے:`,
    item: ({ reference, issue, location, day }) =>
      `• ${ltr(reference)}، ${issueOf(issue)}، ${own(location)}: میعاد ${day}`,
    more: (reports) => `جو یہاں درج نہیں: ${reports}`,
    button: 'رپورٹیں دیکھیں جن کی میعاد گزر گئی',
  },
  escalation: {
    subject: (reports) => `${ofReports(reports)} کی میعاد گزرے 5 سے زیادہ دفتری دن ہو چکے ہیں`,
    explanation: 'تحصیل کے لحاظ سے، ہر ایک میں سب سے زیادہ تاخیر والی پہلے:',
    tehsil: (tehsil, reports) => `${tma(tehsil)}: ${reports}`,
    button: 'اعداد و شمار دیکھیں',
  },
  messagesLimited: {
    subject: (limit) => `آج فون پر ${limit} پیغام بھیجے جا چکے ہیں`,
    explanation: (day) =>
      `پورٹل ایک دن میں اس سے زیادہ پیغام نہیں بھیج سکتا۔ ${day} کے باقی حصے میں شہریوں کو صرف ای میل جائے گی۔`,
    advice: `پورٹل چلانے والے یہ حد بڑھا سکتے ہیں (${ltr('SMS_PER_DAY')})؛ ہر پیغام پر دفتر کا خرچ آتا ہے۔`,
  },
  digest: {
    subject: (changes) => `آپ کی رپورٹوں میں ${changes} تبدیلیاں`,
    explanation: 'تھوڑے وقت میں بہت سی تبدیلیاں ہوئی ہیں، اس لیے سب ایک ہی ای میل میں درج ہیں، سب سے پرانی پہلے:',
    item: (subject) => `• ${subject}`,
  },
  invitation: {
    subject: (inviter, tehsil) =>
      `${person(inviter)} کی طرف سے ${tehsil && `${own(tehsil)} میں `}مسائل کی رپورٹ کرنے کی دعوت`,
    explanation: (inviter, tehsil) =>
      `${person(inviter)} کی طرف سے آپ کو اس پورٹل میں شامل ہونے کی دعوت ہے، جس پر شہری سٹریٹ لائٹ، نالی، صفائی اور دوسرے ` +
      `مقامی مسائل کی رپورٹ ${tehsil ? tma(tehsil) : 'تحصیل میونسپل ایڈمنسٹریشن'} کو کرتے ہیں۔`,
    button: 'اکاؤنٹ بنائیں',
    cause:
      'آپ کو یہ ای میل اس لیے ملی ہے کہ اس شہری نے، جس کا یہاں اکاؤنٹ ہے، آپ کا ای میل پتا لکھا۔ اگر یہ شہری آپ کے لیے اجنبی ہے ' +
      'تو اس ای میل کو نظرانداز کر دیں: آپ کے پتے سے کچھ نہیں بنایا گیا۔',
    stop: (url) => `مزید دعوت نامے نہ بھیجے جائیں: ${url}`,
  },

  unsubscribe: {
    title: 'دعوت نامے روکیں',
    explanation: (address) => `اس پورٹل کے دعوت نامے اب اس پتے پر نہیں بھیجے جائیں گے: <bdi>${address}</bdi>`,
    button: 'دعوت نامے روکیں',
    doneTitle: 'دعوت نامے روک دیے گئے',
    done: 'اب آپ کو کوئی دعوت نامہ نہیں بھیجا جائے گا۔',
    wrongLinkTitle: 'یہ لنک مکمل نہیں',
    wrongLink: 'یہ لنک مکمل نہیں۔ براہِ کرم اسے ای میل سے دوبارہ کھولیں۔',
  },
};
