/** The mails about accounts: each function fills the texts of one language with the data of one event. */
import { type EventData, fullNameOrUser, type LinkKind, lifetimes, pageUrl } from '@tma/contracts';
import type { AccountLink, AdministratorLink } from '../../links/links.ts';
import type { Texts } from '../../texts/en.ts';
import { lineInMail, nameInMail } from '../../texts/user-text.ts';
import { layOut, type Mail } from './layout.ts';
import { administratorGreeting, greeting } from './mails.ts';

const linkTexts = { signup: 'verification', recovery: 'recovery', email_change: 'emailChange' } as const;

/** A mail with a link that proves that its reader receives mails to this address. @param url the whole link */
export function linkMail(kind: LinkKind, { email, name }: AccountLink, texts: Texts, url: string): Mail {
  const { subject, request, button } = texts[linkTexts[kind]];
  const { nameGiven, somebodyElse } = texts.verification;
  const given = nameInMail(name);
  return layOut(texts, email, subject, [
    greeting(texts, name),
    request(lifetimes.link[kind]),
    // The owner of the address sees whose sign-up this is: the link confirms the password of that sign-up.
    ...(kind === 'signup' && given ? [nameGiven(given)] : []),
    { label: button, url },
    ...(kind === 'signup' ? [somebodyElse] : []),
    texts.ignore,
  ]);
}

export const signUpRepeated = (
  { email, name, by }: EventData<'SignUpRepeated'>,
  texts: Texts,
  publicUrl: string,
): Mail =>
  layOut(texts, email, texts.signUpRepeated.subject, [
    greeting(texts, name),
    by === 'email-change' ? texts.signUpRepeated.emailChange : texts.signUpRepeated.explanation,
    texts.signUpRepeated.advice,
    { label: texts.signUpRepeated.button, url: pageUrl(publicUrl, 'signIn') },
    texts.ignore,
  ]);

const changeTexts = {
  password: 'passwordChanged',
  'email-requested': 'emailAboutToChange',
  email: 'emailChanged',
} as const;

/** Tells the owner of an account of a change that somebody else may have made. */
export function accountChanged(change: EventData<'AccountChanged'>, texts: Texts, publicUrl: string): Mail {
  const { subject, explanation, advice, button } = texts[changeTexts[change.change]];
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
