import { areas } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { canSeeUser } from '../../../directory/access-users.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import { revalidated } from '../../../http/reply/revalidation.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { ProfileEntry } from '../../identity/profile-fields/profiles.ts'
import { loadProfiles } from '../../identity/profile-fields/store.ts'
import { findByAddress, findVisible } from '../../identity/users/find.ts'
import { placeholderOf } from '../../identity/users/placeholder.ts'
import { avatarUrl, presentUser } from '../../identity/users/present.ts'
import { checkedComment } from '../../identity/users/rules.ts'
import { maxReceivedMessageId } from '../../identity/users/store.ts'
import { assertNotToken, assertSessionProof } from '../second-factors/proof.ts'
import { sendKeyEmail } from '../sign-in/security-emails.ts'
import { regenerateApiKey } from './api-key.ts'
import { type UserChanges, updateUser } from './change.ts'
import { createUserAs } from './create.ts'
import { deactivateOwnUser, deactivateUser } from './deactivate.ts'
import { reactivateUser } from './reactivate.ts'

/** Profiles are not in the directory. */
const profileEvents = ['realm_user', 'custom_profile_fields']

interface UserViewOptions {
  client_external_avatar: boolean
  include_custom_profile_fields: boolean
}

async function viewOf(app: App, realm: Realm, viewer: User, options: UserViewOptions, userIds?: number[]) {
  const profiles = options.include_custom_profile_fields
    ? await loadProfiles(app.database.db, realm.id, userIds)
    : undefined
  return { viewer, externalAvatar: options.client_external_avatar, profiles }
}

async function show(app: App, realm: Realm, viewer: User, user: User, options: UserViewOptions) {
  return { user: presentUser(realm.directory, user, await viewOf(app, realm, viewer, options, [user.id])) }
}

const parseChanges = (params: {
  role: number | undefined
  full_name: string | undefined
  profile_data: ProfileEntry[] | undefined
  new_email: string | undefined
}): UserChanges => ({
  role: params.role,
  fullName: params.full_name,
  profile: params.profile_data,
  newEmail: params.new_email,
})

export const userRoutes = implement(areas.users, {
  getOwnUser: async ({ app, realm, user }) => {
    const options = { client_external_avatar: false, include_custom_profile_fields: true }
    return {
      ...presentUser(realm.directory, user, await viewOf(app, realm, user, options, [user.id])),
      avatar_url: avatarUrl(user),
      max_message_id: await maxReceivedMessageId(app.database.db, user.id),
    }
  },

  getUsers: revalidated(async ({ app, realm, user, params }) => {
    const { directory } = realm
    const view = await viewOf(app, realm, user, params)
    const members = [...directory.users.values()].filter((member) => !member.isSystemBot)
    const present = (member: User) =>
      canSeeUser(directory, user, member)
        ? presentUser(directory, member, view)
        : placeholderOf(directory, member.id, params.include_custom_profile_fields)
    return { members: members.map(present) }
  }, profileEvents),

  getUser: async ({ app, realm, user, path, params }) => {
    const found = await realm.decideFresh(() => findVisible(realm.directory, user, path.user_id))
    return await show(app, realm, user, found, params)
  },

  getUserByEmail: async ({ app, realm, user, path, params }) => {
    const found = await realm.decideFresh(() => findByAddress(realm.directory, user, path.email))
    return await show(app, realm, user, found, params)
  },

  createUser: async ({ app, realm, user, params }) => {
    const { email, password, full_name: fullName } = params
    return { user_id: await createUserAs(app, realm, user, { email, password, fullName }) }
  },

  updateUser: async (call) => {
    const { realm, user, path, params } = call
    if (params.role !== undefined) await assertSessionProof(call)
    if (params.new_email !== undefined) assertNotToken(call)
    await updateUser(realm, user.id, path.user_id, parseChanges(params))
    return {}
  },

  updateUserByEmail: async (call) => {
    const { realm, user, path, params } = call
    if (params.role !== undefined) await assertSessionProof(call)
    if (params.new_email !== undefined) assertNotToken(call)
    const target = await realm.decideFresh(() => findByAddress(realm.directory, user, path.email))
    await updateUser(realm, user.id, target.id, parseChanges(params))
    return {}
  },

  deactivateUser: async ({ realm, user, path, params }) => {
    const comment = checkedComment(params.deactivation_notification_comment)
    await deactivateUser(realm, user.id, path.user_id, comment)
    return {}
  },

  deactivateOwnUser: async (call) => {
    await assertSessionProof(call)
    await deactivateOwnUser(call.realm, call.user.id)
    return {}
  },

  reactivateUser: async ({ realm, user, path }) => {
    await reactivateUser(realm, user.id, path.user_id)
    return {}
  },

  regenerateApiKey: async (call) => {
    const { app, realm, user } = call
    await assertSessionProof(call)
    const api_key = await regenerateApiKey(realm, user.id)
    if (!isBot(user)) await sendKeyEmail(app, realm, user, 'apiKeyReplaced')
    return { api_key }
  },
})
