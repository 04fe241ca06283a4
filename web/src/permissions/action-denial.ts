import { StatePermissions } from '@loquat/client'
import type { InitialState, MessageObject, Role } from '@loquat/contract'
import {
  addEmojiDenial,
  addMembersDenial,
  addSubscribersDenial,
  administerChannelDenial,
  administerDenial,
  changeMessageDenial,
  changeRoleDenial,
  createBotDenial,
  createChannelDenial,
  createGroupDenial,
  createTokenDenial,
  type DenialReason,
  deleteDenial,
  deleteTopicDenial,
  directMessageDenial,
  editDenial,
  editWidgetDenial,
  hasWidget,
  inviteDenial,
  inviteLinkDenial,
  inviteRoleDenial,
  joinGroupDenial,
  leaveGroupDenial,
  manageFoldersDenial,
  manageGroupDenial,
  mentionGroupDenial,
  moveTargetDenial,
  moveToChannelDenial,
  moveToTopicDenial,
  type PermissionUser,
  pinDenial,
  postDenial,
  removeEmojiDenial,
  removeMembersDenial,
  removeSubscribersDenial,
  resolveDenial,
  startCallDenial,
  subscribeDenial,
  summarizeDenial,
  webPublicDenial,
  wildcardDenial,
} from '@loquat/contract/light'
import { memoized } from '../lib/memoized.ts'

type ChangedMessage = Pick<MessageObject, 'sender_id' | 'stream_id' | 'timestamp'> & {
  submessages?: readonly { msg_type: string }[]
}

/** Rules about a channel or a user group, by the kind of the action. */
const channelRules = {
  post: postDenial,
  subscribe: subscribeDenial,
  'add-subscribers': addSubscribersDenial,
  'administer-channel': administerChannelDenial,
  'pin-in-channel': pinDenial,
  'delete-topic': deleteTopicDenial,
} as const
const groupRules = {
  'mention-group': mentionGroupDenial,
  'manage-group': manageGroupDenial,
  'add-members': addMembersDenial,
  'remove-members': removeMembersDenial,
  'join-group': joinGroupDenial,
  'leave-group': leaveGroupDenial,
} as const
const organizationRules = {
  invite: inviteDenial,
  'create-invite-link': inviteLinkDenial,
  'create-group': createGroupDenial,
  'add-emoji': addEmojiDenial,
  'manage-folders': manageFoldersDenial,
  'start-call': startCallDenial,
  summarize: summarizeDenial,
} as const

/** An action that the viewer might take. */
export type Action =
  /** Changes nothing but the viewer's own state: stars, read state, collapsed messages. */
  | { kind: 'mark' }
  | { kind: keyof typeof channelRules | 'remove-subscribers'; channelId: number }
  | { kind: keyof typeof groupRules; groupId: number }
  | { kind: keyof typeof organizationRules | 'administer' }
  | { kind: 'post-directly'; userIds: readonly number[] }
  | { kind: 'edit'; message: ChangedMessage }
  | { kind: 'delete'; message: ChangedMessage }
  | { kind: 'react'; message: ChangedMessage }
  | { kind: 'pin'; message: ChangedMessage }
  /** To another topic, or to another channel. */
  | { kind: 'move'; message: ChangedMessage; toChannelId?: number }
  | { kind: 'resolve'; channelId: number; topic: string }
  /** `reach` is the number of people that it notifies. */
  | { kind: 'mention-everyone'; reach: number; isDirect?: boolean }
  | { kind: 'create-channel'; privacy: 'public' | 'private' | 'web-public' }
  | { kind: 'create-bot'; type: number }
  | { kind: 'create-token' }
  | { kind: 'invite-role'; role: Role }
  | { kind: 'change-role'; from: Role; to: Role }
  | { kind: 'remove-emoji'; authorId: number | null }

/** The end of the ID of a text: `denied.archived`. */
export type Denial = DenialReason | 'logged-out'

const permissionsOf = memoized(
  (state) => [state],
  (state) => new StatePermissions(state),
)

/** Why the viewer may not take an action, by the rules that the server applies, or undefined. The server decides again. */
export function actionDenial(action: Action, state: InitialState, now: number): Denial | undefined {
  const context = permissionsOf(state)
  const { viewer } = context
  return viewer === undefined ? 'logged-out' : denialFor(action, context, viewer, state, now)
}

function denialFor(
  action: Action,
  context: StatePermissions,
  viewer: PermissionUser,
  state: InitialState,
  now: number,
): DenialReason | undefined {
  switch (action.kind) {
    case 'mark':
      return undefined
    case 'post-directly':
      return directDenial(context, viewer, action.userIds)
    case 'edit':
    case 'delete':
    case 'react':
    case 'pin':
    case 'move':
      return messageDenial(action, context, viewer, now)
    case 'resolve':
      return (
        inChannelDenial(context, viewer, action.channelId) ?? resolveDenial(context, viewer, action.topic)
      )
    case 'mention-everyone':
      return action.isDirect === true ? undefined : wildcardDenial(context, viewer, action.reach)
    case 'create-channel':
      return (
        createChannelDenial(context, viewer, action.privacy === 'private') ??
        (action.privacy === 'web-public'
          ? webPublicDenial(context, viewer, state.server_web_public_streams_enabled === true)
          : undefined)
      )
    case 'create-bot':
      return createBotDenial(context, viewer, action.type)
    case 'create-token':
      return createTokenDenial(context, viewer)
    case 'invite-role':
      return inviteRoleDenial(viewer, action.role)
    case 'change-role':
      return changeRoleDenial(viewer, { role: action.from }, action.to)
    case 'remove-emoji':
      return removeEmojiDenial(viewer, action.authorId)
    case 'administer':
      return administerDenial(viewer)
    case 'invite':
    case 'create-invite-link':
    case 'create-group':
    case 'add-emoji':
    case 'start-call':
    case 'manage-folders':
    case 'summarize':
      return organizationRules[action.kind](context, viewer)
    default:
      return 'groupId' in action
        ? groupDenial(action, context, viewer)
        : channelDenial(action, context, viewer)
  }
}

type GroupAction = Extract<Action, { groupId: number }>

function groupDenial({ kind, groupId }: GroupAction, context: StatePermissions, viewer: PermissionUser) {
  const group = context.group(groupId)
  return group === undefined ? 'group-not-permitted' : groupRules[kind](context, viewer, group)
}

type ChannelAction = Exclude<Extract<Action, { channelId: number }>, { kind: 'resolve' }>

function channelDenial(
  { kind, channelId }: ChannelAction,
  context: StatePermissions,
  viewer: PermissionUser,
): DenialReason | undefined {
  const channel = context.channel(channelId)
  if (kind === 'delete-topic') return deleteTopicDenial(context, viewer, channel)
  if (channel === undefined) return 'no-access'
  if (kind === 'remove-subscribers') return removeSubscribersDenial(context, viewer, [channel])
  // The server subscribes people to archived channels; the app does not offer it.
  if (kind === 'subscribe' && channel.isArchived) return 'archived'
  return channelRules[kind](context, viewer, channel)
}

/**
 * The register response has the conversations of the newest direct messages only. Whether there is an older one with the same
 * people, only the server knows, so it decides whether the viewer may start this conversation.
 */
function directDenial(context: StatePermissions, viewer: PermissionUser, userIds: readonly number[]) {
  const others = userIds.filter((id) => id !== viewer.id)
  return directMessageDenial(context, viewer, [viewer, ...context.users(others)])
}

/** Changing messages of a channel; those that the app shows are in the viewer's history. */
function inChannelDenial(context: StatePermissions, viewer: PermissionUser, channelId: number | undefined) {
  if (channelId === undefined) return undefined
  const channel = context.channel(channelId)
  return channel === undefined ? 'no-access' : changeMessageDenial(context, viewer, channel, true)
}

type MessageAction = Extract<Action, { message: ChangedMessage }>

function messageDenial(
  action: MessageAction,
  context: StatePermissions,
  viewer: PermissionUser,
  now: number,
): DenialReason | undefined {
  const { sender_id: senderId, stream_id: channelId, timestamp, submessages = [] } = action.message
  const denial = inChannelDenial(context, viewer, channelId)
  if (denial !== undefined || action.kind === 'react') return denial
  if (action.kind === 'pin') {
    return pinDenial(context, viewer, channelId === undefined ? undefined : context.channel(channelId))
  }
  const age = now - timestamp * 1_000
  if (action.kind === 'edit') {
    return editDenial(context, viewer, senderId, age) ?? editWidgetDenial(hasWidget(submessages))
  }
  if (action.kind === 'delete') return deleteDenial(context, viewer, senderId, age)
  if (channelId === undefined) return 'move-direct'
  const { toChannelId = channelId } = action
  if (toChannelId === channelId) return moveToTopicDenial(context, viewer, age)
  const target = context.channel(toChannelId)
  if (target === undefined) return 'no-access'
  return moveTargetDenial(context, viewer, target) ?? moveToChannelDenial(context, viewer, target, age)
}
