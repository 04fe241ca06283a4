import { areas } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import { openSession } from '../../../sessions/sessions.ts'
import { loadProfiles } from '../../identity/profile-fields/store.ts'
import { apiKeyOf, recordShownKey } from '../../identity/users/api-key.ts'
import { presentUser } from '../../identity/users/present.ts'
import { sendLoginEmail } from '../sign-in/sessions.ts'
import { listAccounts, logInAsAnyone } from './dev.ts'
import { accountInToken } from './token.ts'

const keyOf = ({ sealer }: App, user: User) => ({
  api_key: apiKeyOf(sealer, user),
  email: user.deliveryEmail,
  user_id: user.id,
})

export const externalLoginRoutes = implement(areas.externalLogin, {
  fetchApiKeyForDevelopment: async ({ app, realm, params, headers, address, setCookies }) => {
    const user = await logInAsAnyone(app, realm, params.username)
    const { cookies } = await openSession(app, realm, user, { headers, address, remember: true })
    setCookies(cookies)
    await recordShownKey(realm, user)
    return keyOf(app, user)
  },
  listUsersForDevelopment: ({ app, realm }) => listAccounts(app, realm),

  fetchApiKeyByToken: async ({ app, realm, params, headers, address }) => {
    const user = await accountInToken(app, realm, params.token, address)
    await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
    await recordShownKey(realm, user)
    if (!params.include_profile) return keyOf(app, user)
    const profiles = await loadProfiles(app.database.db, realm.id, [user.id])
    const view = { viewer: user, externalAvatar: false, profiles }
    return { ...keyOf(app, user), user: presentUser(realm.directory, user, view) }
  },
})
