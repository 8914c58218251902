import { closureMessageKind, phoneAddress, phoneCodeKind, phoneKind } from '@tma/contracts';
import { type EventChecks, type EventHandlers, requireSigned } from '@tma/kit';
import type { NotifyConfig } from '../../config.ts';
import { askedBy } from './events.ts';
import { erasePhone, eraseReport, saveLanguage, savePhone } from './phones.store.ts';

/** The handlers that keep numbers up to date, whether or not messages are sent. */
export const phoneHandlers = {
  PhoneSaved: (saved, tx) => savePhone(tx, saved),
  ProfileSaved: ({ id, language }, tx) => saveLanguage(tx, id, language),
  AccountDeleted: ({ id }, tx) => erasePhone(tx, id),
  ReportErased: ({ id }, tx) => eraseReport(tx, id),
} satisfies EventHandlers;

/** Refuses forged events that would send a code or have a reporter asked: auth or reports must have signed them. */
export const smsChecks = ({ LINK_SECRET, CLOSURE_LINK_SECRET }: NotifyConfig) =>
  ({
    PhoneSaved: ({ sealedLink, ...saved }) =>
      requireSigned(sealedLink, LINK_SECRET, { kind: phoneKind, id: sealedLink.id, address: phoneAddress(saved) }),
    PhoneCodeRequested: ({ sealedLink, number }) =>
      requireSigned(sealedLink, LINK_SECRET, { kind: phoneCodeKind, id: sealedLink.id, address: number }),
    StatusChanged: (data) => {
      const address = askedBy(data);
      if (!data.closure?.messageSignature || !address) return;
      const { id, key, messageSignature: signature } = data.closure;
      requireSigned({ key, signature }, CLOSURE_LINK_SECRET, { kind: closureMessageKind, id, address });
    },
  }) satisfies EventChecks;
