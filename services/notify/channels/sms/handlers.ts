import { phoneAddress, phoneKind } from '@tma/contracts';
import { type EventChecks, type EventHandlers, requireSigned } from '@tma/kit';
import type { SmsConfig } from './config.ts';
import { requireAskedByReports, requireCodeRequested } from './events.ts';
import { erasePhone, eraseReport, saveLanguage, savePhone } from './phones.store.ts';

/** What is kept of numbers, whether or not messages are sent. */
export const phoneHandlers = {
  PhoneSaved: (saved, tx) => savePhone(tx, saved),
  ProfileSaved: ({ id, language }, tx) => saveLanguage(tx, id, language),
  AccountDeleted: ({ id }, tx) => erasePhone(tx, id),
  ReportErased: ({ id }, tx) => eraseReport(tx, id),
} satisfies EventHandlers;

/** Refuses events that send a code, or let somebody answer, where auth or reports do not have that. */
export const smsChecks = (config: SmsConfig) =>
  ({
    PhoneSaved: ({ sealedLink, ...saved }) =>
      requireSigned(sealedLink, config.LINK_SECRET, {
        kind: phoneKind,
        id: sealedLink.id,
        address: phoneAddress(saved),
      }),
    PhoneCodeRequested: (data) => requireCodeRequested(data, config),
    StatusChanged: (data) => requireAskedByReports(data, config),
  }) satisfies EventChecks;
