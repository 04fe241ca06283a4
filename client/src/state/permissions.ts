import type { GroupSettingValue, InitialState, RealmSettings, RegisteredUser, Role } from '@loquat/contract'
import type {
  PermissionChannel,
  PermissionContext,
  PermissionGroup,
  PermissionSetting,
  PermissionUser,
  RealmPermission,
  SystemGroup,
} from '@loquat/contract/light'
import { isInGroup } from './groups.ts'

/** Held by nobody. */
const noHolders: GroupSettingValue = { direct_members: [], direct_subgroups: [] }

/** For settings that were not fetched: nothing is limited. */
const unknownSettings: Pick<RealmSettings, PermissionSetting> = {
  allow_message_editing: true,
  enable_spectator_access: false,
  message_content_delete_limit_seconds: null,
  message_content_edit_limit_seconds: null,
  move_messages_between_streams_limit_seconds: null,
  move_messages_within_stream_limit_seconds: null,
}

/** Answers the questions of the contract's permission rules from the fetched state. */
export class StatePermissions implements PermissionContext {
  readonly #state: InitialState
  #viewer: PermissionUser | undefined

  constructor(state: InitialState) {
    this.#state = state
  }

  /** The user that the state belongs to; undefined for spectators. */
  get viewer(): PermissionUser | undefined {
    const { user_id: id } = this.#state
    if (id === undefined) return undefined
    this.#viewer ??= { ...(this.user(id) ?? strangerWith(id)), role: this.#role() }
    return this.#viewer
  }

  #role(): Role {
    const { is_owner, is_admin, is_moderator, is_guest } = this.#state
    if (is_owner) return 100
    if (is_admin) return 200
    if (is_moderator) return 300
    return is_guest ? 600 : 400
  }

  user(id: number): PermissionUser | undefined {
    const { realm_users, cross_realm_bots, realm_non_active_users } = this.#state
    const withId = (user: RegisteredUser) => user.user_id === id
    const active = realm_users?.find(withId) ?? cross_realm_bots?.find(withId)
    const user = active ?? realm_non_active_users?.find(withId)
    return (
      user && {
        id,
        role: user.role,
        isActive: active !== undefined,
        botType: user.is_bot ? (user.bot_type ?? 1) : null,
        botOwnerId: user.bot_owner_id ?? null,
        isSystemBot: user.is_system_bot === true,
      }
    )
  }

  /** Users with these IDs. An unknown user counts as a member. */
  users(ids: readonly number[]): PermissionUser[] {
    return ids.map((id) => this.user(id) ?? strangerWith(id))
  }

  channel(id: number): PermissionChannel | undefined {
    const { user_id: me, subscriptions, unsubscribed, never_subscribed, streams } = this.#state
    const withId = (channel: { stream_id: number }) => channel.stream_id === id
    const subscribed = subscriptions?.find(withId)
    const channel =
      subscribed ?? unsubscribed?.find(withId) ?? never_subscribed?.find(withId) ?? streams?.find(withId)
    return (
      channel && {
        inviteOnly: channel.invite_only,
        isWebPublic: channel.is_web_public,
        historyPublicToSubscribers: channel.history_public_to_subscribers,
        isArchived: channel.is_archived,
        permissions: channel,
        subscribers: { has: (userId) => userId === me && subscribed !== undefined },
      }
    )
  }

  group(id: number): PermissionGroup | undefined {
    const group = this.#state.realm_user_groups?.find((one) => one.id === id)
    return group && { isSystem: group.is_system_group, permissions: group }
  }

  isInGroup({ id }: PermissionUser, groupId: number): boolean {
    return isInGroup(this.#state, id, groupId)
  }

  permission(name: RealmPermission): GroupSettingValue {
    return this.#state[`realm_${name}`] ?? noHolders
  }

  setting<K extends PermissionSetting>(name: K): RealmSettings[K] {
    const value = this.#state[`realm_${name}`]
    // Null is a value: no limit.
    return (value === undefined ? unknownSettings[name] : value) as RealmSettings[K]
  }

  systemGroupId(name: SystemGroup): number {
    return this.#state.realm_user_groups?.find((group) => group.name === name)?.id ?? 0
  }
}

const strangerWith = (id: number): PermissionUser => ({
  id,
  role: 400,
  isActive: true,
  botType: null,
  botOwnerId: null,
  isSystemBot: false,
})
