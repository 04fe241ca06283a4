import { areas } from '@loquat/contract'
import { implement } from '../../http/implement.ts'
import { organizationContext } from '../../markdown/directory-context.ts'
import { renderDescription } from '../../markdown/render.ts'
import { versionFields } from '../../version.ts'
import { logIn } from './log-in.ts'
import { authenticationMethods } from './present.ts'

const stockDescription = 'An organization on Loquat.'

export const serverRoutes = implement(areas.server, {
  getServerSettings: ({ realm: { directory }, app }) => {
    const webPublic = [...directory.channels.values()].some((channel) => channel.isWebPublic)
    return {
      ...versionFields,
      authentication_methods: authenticationMethods,
      external_authentication_methods: [],
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: directory.url,
      realm_url: directory.url,
      realm_name: directory.realm.name,
      realm_icon: '',
      realm_description: renderDescription(
        directory.setting('description') || stockDescription,
        organizationContext(directory),
      ),
      realm_web_public_access_enabled:
        app.config.webPublicChannels && directory.setting('enable_spectator_access') && webPublic,
    }
  },

  fetchApiKey: async ({ app, realm, params, showAllowance }) => {
    const user = await logIn(app, realm, params.username, params.password, showAllowance)
    return { api_key: user.apiKey, email: user.deliveryEmail, user_id: user.id }
  },
})
