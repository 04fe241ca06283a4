import type { Directory, User } from '../../../directory/directory.ts'
import { type Email, paragraph } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'

/** Changes that the owner of an account is notified of. */
export type FactorChange =
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'codesReplaced'
  | 'codeUsed'
  | 'codeReused'
  | 'reset'

export function factorChangeEmail(
  { directory }: { directory: Directory },
  user: User,
  change: FactorChange,
  facts: { left?: number; passkey?: string } = {},
): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text(`factors.${change}.subject`),
    body: [
      paragraph(text('hello')),
      paragraph(text(`factors.${change}`, facts)),
      paragraph(text('factors.how')),
    ],
  }
}
