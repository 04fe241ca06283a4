import type { Directory, User } from '../../directory/directory.ts'
import { button, type Letter, paragraph } from '../../mail/letter.ts'
import { penFor } from '../../mail/texts.ts'

export function deactivationLetter(
  directory: Directory,
  owner: User,
  link: string,
  deletionAt: Date | null,
): Letter {
  const { language, text } = penFor(directory, owner)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    to: owner.deliveryEmail,
    language,
    subject: text('closed.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('closed.what')),
      paragraph(
        deletionAt === null ? text('closed.kept') : text('closed.deleted', { date: day.format(deletionAt) }),
      ),
      button(text('closed.button'), link),
      paragraph(text('closed.how')),
    ],
  }
}
