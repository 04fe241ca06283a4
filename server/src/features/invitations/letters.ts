import type { Directory, User } from '../../directory/directory.ts'
import { button, type Letter, paragraph } from '../../mail/letter.ts'
import type { Invitation } from './store.ts'

export const joinUrl = ({ url }: Directory, key: string) => `${url}/join/${key}/`

export function invitationLetter(directory: Directory, inviter: User, invitation: Invitation): Letter {
  const { name } = directory.realm
  return {
    to: invitation.email,
    subject: `${inviter.fullName} has invited you to ${name}`,
    body: [
      paragraph('Hello,'),
      paragraph(`${inviter.fullName} (${inviter.deliveryEmail}) wants to talk with you at ${name}.`),
      button(`Join ${name}`, joinUrl(directory, invitation.key)),
      paragraph(validity(invitation)),
    ],
  }
}

export function reminderLetter(directory: Directory, inviter: User, invitation: Invitation): Letter {
  const { name } = directory.realm
  return {
    to: invitation.email,
    subject: `${inviter.fullName} is waiting for you at ${name}`,
    body: [
      paragraph('Hello,'),
      paragraph(`this is a reminder that ${inviter.fullName} has invited you to ${name}.`),
      button(`Join ${name}`, joinUrl(directory, invitation.key)),
      paragraph(`${validity(invitation)} There will be no further reminder.`),
    ],
  }
}

function validity({ expiresAt }: Invitation): string {
  if (expiresAt === null) return 'The invitation has no end.'
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `The invitation is valid until ${day.format(expiresAt)} UTC.`
}

/** For whoever opened a link that is for anybody. */
export function confirmAddressLetter(directory: Directory, email: string, url: string): Letter {
  const { name } = directory.realm
  return {
    to: email,
    subject: `Join ${name}`,
    body: [
      paragraph('Hello,'),
      paragraph(`somebody, hopefully you, wants to join ${name} with the address ${email}.`),
      button(`Join ${name}`, url),
      paragraph('The link works for a day. If it was not you, ignore this mail.'),
    ],
  }
}
