import type { Directory, User } from '../../directory/directory.ts'
import { button, type Letter, paragraph } from '../../mail/letter.ts'

export function deactivationLetter(
  directory: Directory,
  owner: User,
  url: string,
  deletionAt: Date | null,
): Letter {
  const { name } = directory.realm
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    to: owner.deliveryEmail,
    subject: `${name} has been deactivated`,
    body: [
      paragraph(`Hello ${owner.fullName},`),
      paragraph(
        `the organization ${name} (${directory.url}) has been deactivated. Nobody can log in any more.`,
      ),
      paragraph(
        deletionAt === null
          ? 'Its data is kept.'
          : `Its data will be deleted for good on ${day.format(deletionAt)}.`,
      ),
      button('Bring it back', url),
      paragraph('The link works for a day. After that, ask whoever runs the server.'),
    ],
  }
}
