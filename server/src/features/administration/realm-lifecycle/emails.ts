import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'

export function deactivationEmail(
  directory: Directory,
  owner: User,
  link: string,
  deletionAt: Date | null,
): Email {
  const { language, text } = templateFor(directory, owner)
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
