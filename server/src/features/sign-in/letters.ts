import type { Directory, User } from '../../directory/directory.ts'
import { button, type Letter, paragraph } from '../../mail/letter.ts'

interface Place {
  directory: Directory
}

const organization = ({ directory }: Place) => directory.realm.name

export function newLoginLetter(
  place: Place,
  user: User,
  login: { userAgent: string; address: string; at: number },
  unsubscribeUrl: string,
): Letter {
  const when = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: user.timezone || 'UTC',
  }).format(login.at)
  return {
    to: user.deliveryEmail,
    subject: `New login to ${organization(place)}`,
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(`somebody logged in to your account ${user.deliveryEmail} at ${organization(place)}.`),
      paragraph(
        `When: ${when}\nWith: ${login.userAgent || 'an unknown program'}\nFrom: ${login.address || 'unknown'}`,
      ),
      paragraph('If that was you, there is nothing to do. If it was not, change your password at once.'),
      button('Open the organization', place.directory.url),
    ],
    unsubscribeUrl,
  }
}

export function resetLetter(place: Place, user: User, url: string): Letter {
  return {
    to: user.deliveryEmail,
    subject: `Set a new password for ${organization(place)}`,
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(
        `somebody, hopefully you, wants to set a new password for ${user.deliveryEmail} at ${organization(place)}.`,
      ),
      button('Set a new password', url),
      paragraph('The link works once, within three days. If it was not you, ignore this mail.'),
    ],
  }
}

export function resetRefusedLetter(place: Place, email: string, why: 'deactivated' | 'unknown'): Letter {
  const { url } = place.directory
  return {
    to: email,
    subject: `Your password at ${organization(place)}`,
    body: [
      paragraph(`Somebody, hopefully you, asked for a new password for ${email} at ${url}.`),
      paragraph(
        why === 'deactivated'
          ? `Your account there has been deactivated. Ask an administrator of ${organization(place)} to bring it back.`
          : `There is no account with this address at ${organization(place)}. Perhaps you have one with another address.`,
      ),
    ],
  }
}

export function confirmEmailLetter(place: Place, user: User, email: string, url: string): Letter {
  return {
    to: email,
    subject: `Confirm your new address for ${organization(place)}`,
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(
        `you asked to use ${email} instead of ${user.deliveryEmail} for your account at ${organization(place)}.`,
      ),
      button('Use this address', url),
      paragraph('The link works for a day. If you did not ask for this, ignore this mail.'),
    ],
  }
}

export function emailChangedLetter(place: Place, fullName: string, old: string, email: string): Letter {
  return {
    to: old,
    subject: `Your address at ${organization(place)} has changed`,
    body: [
      paragraph(`Hello ${fullName},`),
      paragraph(`the address of your account at ${organization(place)} is now ${email}.`),
      paragraph('If that was not you, tell an administrator of the organization at once.'),
    ],
  }
}

export function deactivatedLetter(place: Place, user: User, comment: string): Letter {
  return {
    to: user.deliveryEmail,
    subject: `Your account at ${organization(place)} has been deactivated`,
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(
        `an administrator of ${organization(place)} (${place.directory.url}) has deactivated your account. You can no ` +
          'longer log in.',
      ),
      ...(comment === '' ? [] : [paragraph('They wrote:'), { quote: comment }]),
    ],
  }
}
