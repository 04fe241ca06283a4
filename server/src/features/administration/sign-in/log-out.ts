import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type ProviderLogout, providerLogout } from '../saml/logout.ts'
import { endSessions } from './sessions.ts'

/** Ends a session. Returns the logout at the provider that the session came from, if there is one. */
export async function logOutSession(
  app: App,
  realm: Realm,
  user: User,
  sessionId: number,
): Promise<ProviderLogout | undefined> {
  const logout = await providerLogout(app, realm, sessionId)
  await endSessions(realm, user.id, { only: sessionId })
  return logout
}
