import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph, quote } from '../../../email/email.ts'
import { type EmailTemplate, templateFor, templateIn } from '../../../email/template.ts'
import { languageOfOrganization } from '../../../texts/reader.ts'
import type { Language } from '../../../texts/texts.ts'

interface EmailContext {
  directory: Directory
}

export function newLoginEmail(
  { directory }: EmailContext,
  user: User,
  login: { userAgent: string; address: string; at: number },
  unsubscribeUrl: string,
): Email {
  const { language, text } = templateFor(directory, user)
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: user.timezone || 'UTC',
  })
  const facts = {
    time: time.format(login.at),
    program: login.userAgent || text('login.unknown'),
    address: login.address || text('login.unknown'),
  }
  return {
    to: user.deliveryEmail,
    language,
    subject: text('login.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('login.what')),
      paragraph(text('login.facts', facts)),
      paragraph(text('login.how')),
      button(text('goTo'), directory.url),
    ],
    unsubscribeUrl,
  }
}

export function resetEmail({ directory }: EmailContext, user: User, link: string): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text('reset.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('reset.what')),
      button(text('reset.button'), link),
      paragraph(text('reset.how')),
    ],
  }
}

/** For people whose organization moved to this server. */
export function firstPasswordEmail({ directory }: EmailContext, user: User, link: string): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text('firstPassword.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('firstPassword.what')),
      button(text('firstPassword.button'), link),
      paragraph(text('firstPassword.how')),
    ],
  }
}

/** For an address without an account. Uses the language of the request, if known. */
export const noAccountEmail = (
  { directory }: EmailContext,
  email: string,
  language: Language = languageOfOrganization(directory),
): Email => refusalToReset(templateIn(language, directory, { email }), email, 'resetRefused.unknown')

export const deactivatedResetEmail = ({ directory }: EmailContext, user: User): Email =>
  refusalToReset(templateFor(directory, user), user.deliveryEmail, 'resetRefused.deactivated')

const refusalToReset = ({ language, text }: EmailTemplate, to: string, why: string): Email => ({
  to,
  language,
  subject: text('resetRefused.subject'),
  body: [paragraph(text('resetRefused.what')), paragraph(text(why))],
})

export function confirmAddressChangeEmail(
  { directory }: EmailContext,
  user: User,
  newEmail: string,
  link: string,
): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: newEmail,
    language,
    subject: text('confirmEmail.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('confirmEmail.what', { wanted: newEmail })),
      button(text('confirmEmail.button'), link),
      paragraph(text('confirmEmail.how')),
    ],
  }
}

/** Sent to the old address. */
export function emailChangedEmail({ directory }: EmailContext, user: User, newEmail: string): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text('emailChanged.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('emailChanged.what', { wanted: newEmail })),
      paragraph(text('emailChanged.how')),
    ],
  }
}

export function deactivatedEmail({ directory }: EmailContext, user: User, comment: string): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text('deactivated.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('deactivated.what')),
      ...(comment === '' ? [] : [paragraph(text('deactivated.comment')), quote(comment)]),
    ],
  }
}
