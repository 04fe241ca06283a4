import { apiError, areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { revalidated } from '../../../http/reply/revalidation.ts'
import { organizationContext } from '../../../markdown/directory-context.ts'
import { renderDescription } from '../../../markdown/render.ts'
import { realmPicture } from '../../../realms/pictures.ts'
import { versionFields } from '../../../version.ts'
import { apiKeyOf, recordShownKey } from '../../identity/users/api-key.ts'
import { assertSecondFactor } from '../second-factors/second-step.ts'
import { logIn } from '../sign-in/log-in.ts'
import { sendLoginEmail } from '../sign-in/sessions.ts'
import { isMethodEnabled, usesPasswords } from './authentication.ts'
import { presentMethods, presentProviders } from './present.ts'

const stockDescription = 'An organization on Loquat.'

export const serverRoutes = implement(areas.server, {
  getServerSettings: revalidated(({ realm: { directory }, app }) => {
    const webPublic = [...directory.channels.values()].some((channel) => channel.isWebPublic)
    return {
      ...versionFields,
      authentication_methods: presentMethods(app.config, directory),
      external_authentication_methods: presentProviders(app.config, directory),
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: presentMethods(app.config, directory).email === true,
      require_email_format_usernames: !isMethodEnabled(app.config, directory, 'LDAP'),
      realm_uri: directory.url,
      realm_url: directory.url,
      realm_name: directory.realm.name,
      realm_icon: realmPicture(directory.realm, 'icon').url,
      realm_description: renderDescription(
        directory.setting('description') || stockDescription,
        organizationContext(directory),
      ),
      realm_web_public_access_enabled:
        app.config.webPublicChannels && directory.setting('enable_spectator_access') && webPublic,
    }
  }),

  fetchApiKey: async ({ app, realm, params, headers, address, showAllowance }) => {
    const { username, password, code } = params
    // Not even for owners: their exception is for logging in with a browser.
    await realm.decideFresh(() => {
      if (!usesPasswords(app.config, realm.directory)) throw apiError('login-by-password-disabled')
    })
    const user = await logIn(app, realm, { username, password, address, showAllowance })
    await assertSecondFactor(app, realm, user, { code, headers, address })
    await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
    await recordShownKey(realm, user)
    return { api_key: apiKeyOf(app.sealer, user), email: user.deliveryEmail, user_id: user.id }
  },
})
