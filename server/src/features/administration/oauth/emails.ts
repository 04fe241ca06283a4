import type { Scope } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'
import { translator } from '../../../texts/texts.ts'
import { broadestScopes } from './scopes.ts'

/** Notifies a person of an app that can use their account, with the permissions as the consent page names them. */
export function appConnectedEmail(
  { directory }: { directory: Directory },
  user: User,
  app: string,
  scopes: readonly Scope[],
): Email {
  const { language, text } = templateFor(directory, user)
  const onPage = translator('pages', language)
  const permissions = broadestScopes(scopes).map(
    (scope) => `- ${onPage(`connect.scope.${scope.replace(':', '.')}`)}`,
  )
  return {
    to: user.deliveryEmail,
    language,
    subject: text('security.appConnected.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('security.appConnected', { app })),
      paragraph(permissions.join('\n')),
      paragraph(text('security.appConnected.how')),
      button(text('goTo'), `${directory.url}/settings/apps`),
    ],
  }
}
