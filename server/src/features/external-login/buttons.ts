import type { App } from '../../app.ts'
import { type Html, html } from '../../pages/layout.ts'
import type { Realm } from '../../realms/realm.ts'
import { providersOf } from '../server/authentication.ts'
import { loginPath } from '../server/present.ts'

/** One for each service with which people of the organization can log in. Links: forms may not lead to another site. */
export function providerButtons(
  app: App,
  realm: Realm,
  verb: 'Log in' | 'Join',
  query: Readonly<Record<string, string>>,
): Html[] {
  return providersOf(app.config, realm.directory).map(({ name, displayName }) => {
    const address = `${loginPath(name)}?${new URLSearchParams(query)}`
    return html`<p><a class="button" href="${address}">${verb} with ${displayName}</a></p>`
  })
}
