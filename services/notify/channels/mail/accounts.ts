/** The mails about accounts that somebody else may have opened. */
import { type EventData, fullNameOrUser, lifetimes, pageUrl } from '@tma/contracts';
import type { AdministratorLink } from '../../links/links.ts';
import type { Texts } from '../../texts/en.ts';
import { lineInMail, nameInMail } from '../../texts/user-text.ts';
import { layOut, type Mail } from './layout.ts';
import { administratorGreeting, greeting } from './mails.ts';

const textsOf = {
  password: 'passwordChanged',
  'email-requested': 'emailAboutToChange',
  email: 'emailChanged',
} as const;

/** Notifies the owner of an account of what may not be their doing. */
export function accountChanged(change: EventData<'AccountChanged'>, texts: Texts, publicUrl: string): Mail {
  const { subject, explanation, advice, button } = texts[textsOf[change.change]];
  const isAdministrator = change.of === 'administrator';
  const newPassword = isAdministrator ? 'adminRecover' : 'resetPassword';
  return layOut(texts, change.email, subject, [
    isAdministrator ? administratorGreeting(texts, change) : greeting(texts, change.name),
    explanation,
    advice,
    // An address that was replaced gets no link to a new password any more.
    { label: button, url: pageUrl(publicUrl, change.change === 'email' ? 'contact' : newPassword) },
  ]);
}

/** @param url the whole link, with which a new password is set */
export const administratorRecovery = (to: AdministratorLink, texts: Texts, url: string): Mail =>
  layOut(texts, to.email, texts.recovery.subject, [
    administratorGreeting(texts, to),
    texts.recovery.request(lifetimes.administratorLink),
    { label: texts.recovery.button, url },
    texts.ignore,
  ]);

/** Notifies an administrator that a code is not asked for any more. */
export const secondFactorRemoved = (to: EventData<'SecondFactorRemoved'>, texts: Texts, publicUrl: string): Mail =>
  layOut(texts, to.email, texts.secondFactorRemoved.subject, [
    administratorGreeting(texts, to),
    texts.secondFactorRemoved.explanation,
    texts.secondFactorRemoved.advice,
    { label: texts.secondFactorRemoved.button, url: pageUrl(publicUrl, 'adminSignIn') },
  ]);

/** @param url the whole link, with which they join */
export function staffInvited(invited: EventData<'StaffInvited'>, texts: Texts, url: string): Mail {
  const { subject, explanation, role, request, button } = texts.staffInvited;
  const inviter = fullNameOrUser(nameInMail(invited.inviter), '');
  const tehsil = lineInMail(invited.tehsil);
  return layOut(texts, invited.email, subject(inviter, tehsil), [
    texts.hello,
    explanation(inviter, tehsil),
    [role(texts.roles.get(invited.role) ?? invited.role), request(lifetimes.staffInvitation)].join(' '),
    { label: button, url },
    texts.ignore,
  ]);
}

type Registered = EventData<'AdministratorRegistered'>;

/** Notifies another administrator of a new one. */
export function administratorRegistered(registered: Registered, to: Registered['to'][number], texts: Texts): Mail {
  const { subject, explanation, advice } = texts.administratorRegistered;
  const name = fullNameOrUser(nameInMail(registered.name), '');
  const tehsil = lineInMail(registered.tehsil);
  return layOut(texts, to.email, subject(name, tehsil), [
    administratorGreeting(texts, to),
    explanation(name, tehsil),
    advice,
  ]);
}
