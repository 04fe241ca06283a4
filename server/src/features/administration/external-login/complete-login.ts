import type { Visit } from '../../../pages/pages.ts'
import type { SessionOrigin } from '../../../sessions/sessions.ts'
import { firstView } from '../invitations/landing.ts'
import { openReportedSession } from '../sign-in/known-browsers.ts'
import { admit, type ExternalPerson } from './admit.ts'
import type { StartedLogin } from './login-cookie.ts'

/**
 * The end of every login through a provider: finds or creates the account and opens a session. The provider
 * decides about second factors.
 */
export async function completeLogin(
  visit: Visit,
  person: Omit<ExternalPerson, 'key' | 'language'>,
  { next, key }: StartedLogin,
  within?: SessionOrigin['within'],
): Promise<{ goTo: string; cookies: string[] }> {
  const { app, realm, headers, address, languageWanted: language } = visit
  const { user, joined } = await admit(app, realm, { ...person, key, language })
  const { cookies } = await openReportedSession(app, realm, user, {
    headers,
    address,
    remember: true,
    within,
  })
  return { goTo: joined !== undefined && next === '/' ? firstView(app, joined) : next, cookies }
}
