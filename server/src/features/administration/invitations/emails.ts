import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph } from '../../../email/email.ts'
import { type EmailTemplate, templateIn } from '../../../email/template.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { languageOfOrganization } from '../../../texts/reader.ts'
import type { Language } from '../../../texts/texts.ts'
import { type Invitation, invitationKey } from './store.ts'

export const joinUrl = ({ url }: Directory, key: string) => `${url}/join/${key}/`

/** Uses the organization's language, because the invited person's is unknown. */
const templateOf = (directory: Directory, inviter: User): EmailTemplate =>
  templateIn(languageOfOrganization(directory), directory, {
    inviter: inviter.fullName,
    inviterEmail: inviter.deliveryEmail,
  })

export function invitationEmail(
  directory: Directory,
  sealer: Sealer,
  inviter: User,
  invitation: Invitation,
): Email {
  const template = templateOf(directory, inviter)
  const { language, text } = template
  return {
    to: invitation.email,
    language,
    subject: text('invitation.subject'),
    body: [
      paragraph(text('helloStranger')),
      paragraph(text('invitation.what')),
      button(text('join'), joinUrl(directory, invitationKey(sealer, invitation))),
      paragraph(validity(template, invitation)),
    ],
  }
}

export function reminderEmail(
  directory: Directory,
  sealer: Sealer,
  inviter: User,
  invitation: Invitation,
): Email {
  const template = templateOf(directory, inviter)
  const { language, text } = template
  return {
    to: invitation.email,
    language,
    subject: text('reminder.subject'),
    body: [
      paragraph(text('helloStranger')),
      paragraph(text('reminder.what')),
      button(text('join'), joinUrl(directory, invitationKey(sealer, invitation))),
      paragraph(`${validity(template, invitation)} ${text('reminder.last')}`),
    ],
  }
}

function validity({ language, text }: EmailTemplate, { expiresAt }: Invitation): string {
  if (expiresAt === null) return text('invitation.endless')
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return text('invitation.until', { time: time.format(expiresAt) })
}

/** For users of a multi-use link. */
export function confirmAddressEmail(
  directory: Directory,
  email: string,
  link: string,
  language: Language = languageOfOrganization(directory),
): Email {
  const { text } = templateIn(language, directory, { email })
  return {
    to: email,
    language,
    subject: text('join'),
    body: [
      paragraph(text('helloStranger')),
      paragraph(text('confirmAddress.what')),
      button(text('join'), link),
      paragraph(text('confirmAddress.how')),
    ],
  }
}
