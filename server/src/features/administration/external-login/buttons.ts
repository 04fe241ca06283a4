import type { Visit } from '../../../pages/pages.ts'
import { type Html, html } from '../../../platform/html.ts'
import { providersOf } from '../server-settings/authentication.ts'
import { loginPath } from '../server-settings/present.ts'

/** A button for each login provider. Links, because forms may not lead to another site. */
export function providerButtons(
  { app, realm, text }: Visit,
  label: 'login.with' | 'join.with',
  query: Readonly<Record<string, string>>,
): Html[] {
  return providersOf(app.config, realm.directory).map((provider) => {
    const address = `${loginPath(provider)}?${new URLSearchParams(query)}`
    return html`<p><a class="button" href="${address}">${text(label, { provider: provider.displayName })}</a></p>`
  })
}
