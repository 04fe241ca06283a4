import { isInGroup } from '@loquat/client'
import type { InitialState } from '@loquat/contract'
import {
  type ChangedMessage,
  type ChangeReason,
  canDelete,
  canEdit,
  canMove,
  canResolve,
  canTouch,
} from './can-change.ts'
import { channelIn, holdsInChannel, holdsInRealm } from './can-holds.ts'
import { canPost, canPostDirectly, type PostReason } from './can-post.ts'

export { timeLeft } from './can-change.ts'

/** What somebody might want to do. */
export type Action =
  | { kind: 'post'; channelId: number }
  | { kind: 'post-directly'; userIds: readonly number[] }
  | { kind: 'edit' | 'delete' | 'react'; message: ChangedMessage }
  /** What is only about oneself: stars, what is read, what is folded. */
  | { kind: 'mark' }
  /** Into another topic, or another channel. */
  | { kind: 'move'; message: ChangedMessage; toChannelId?: number }
  | { kind: 'resolve'; channelId: number; topic: string }
  | { kind: 'delete-topic'; channelId: number }
  /** `reach`: how many people it would tell. */
  | { kind: 'mention-everyone'; reach: number; isDirect?: boolean }
  | { kind: 'mention-group'; groupId: number }
  | { kind: 'invite' }
  | { kind: 'create-channel'; privacy: 'public' | 'private' | 'web-public' }
  | { kind: 'administer-channel'; channelId: number }
  | { kind: 'administer' }

/** Why not: the end of the id of a text that gives the rule and who can change it. */
export type Reason =
  | 'logged-out'
  | PostReason
  | ChangeReason
  | 'wildcard-not-permitted'
  | 'group-not-permitted'
  | 'invite-not-permitted'
  | 'create-not-permitted'
  | 'administrators-only'

/** A wildcard that reaches so many people is free to everybody. */
const fewEnough = 15

/** The same answer for buttons, menus, keys and the switcher. The server decides again. */
export function can(action: Action, state: InitialState, now: number): true | Reason {
  if (state.user_id === undefined) return 'logged-out'
  switch (action.kind) {
    case 'post':
      return canPost(state, action.channelId)
    case 'post-directly':
      return canPostDirectly(state, action.userIds)
    case 'edit':
      return canEdit(state, action.message, now)
    case 'delete':
      return canDelete(state, action.message, now)
    case 'mark':
      return true
    case 'react':
      return canTouch(state, action.message.stream_id)
    case 'move':
      return canMove(state, action.message, action.toChannelId, now)
    case 'resolve':
      return canResolve(state, action.channelId, action.topic)
    case 'delete-topic':
      return state.is_admin ? canTouch(state, action.channelId) : 'administrators-only'
    case 'mention-everyone': {
      const isFree = action.isDirect === true || action.reach <= fewEnough
      return isFree || holdsInRealm(state, 'can_mention_many_users_group') ? true : 'wildcard-not-permitted'
    }
    case 'mention-group': {
      const group = state.realm_user_groups?.find((one) => one.id === action.groupId)
      const mayMention = !group?.is_system_group && isInGroup(state, state.user_id, group?.can_mention_group)
      return mayMention ? true : 'group-not-permitted'
    }
    case 'invite':
      return holdsInRealm(state, 'can_invite_users_group') ? true : 'invite-not-permitted'
    case 'create-channel':
      return holdsInRealm(state, creating[action.privacy]) ? true : 'create-not-permitted'
    case 'administer-channel':
      return mayAdminister(state, action.channelId) ? true : 'administrators-only'
    case 'administer':
      return state.is_admin ? true : 'administrators-only'
  }
}

const creating = {
  public: 'can_create_public_channel_group',
  private: 'can_create_private_channel_group',
  'web-public': 'can_create_web_public_channel_group',
} as const

function mayAdminister(state: InitialState, channelId: number): boolean {
  const channel = channelIn(state, channelId)
  if (channel === undefined) return false
  return state.is_admin === true || holdsInChannel(state, channel, 'can_administer_channel_group')
}
