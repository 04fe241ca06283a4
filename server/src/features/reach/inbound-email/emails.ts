import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph, quote } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'

const maxQuoteLength = 5_000

/** Tells a user why their reply was not posted, and returns the text to them. */
export function failedReplyEmail(directory: Directory, user: User, reason: string, written: string): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text('failedReply.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('failedReply.what')),
      paragraph(reason),
      ...(written === ''
        ? []
        : [paragraph(text('failedReply.written')), quote(written.slice(0, maxQuoteLength))]),
      button(text('goTo'), directory.url),
    ],
  }
}
