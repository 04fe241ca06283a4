/**
 * A small model of access to channels, messages and files, written from the specification. It imports nothing from
 * the server or the contract, so that a mistake in their rules cannot repeat itself here.
 */

export interface ModelUser {
  id: number
  name: string
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number
  /** The owner of a bot. */
  ownerId?: number
}

/** A spectator has no account. */
export type Viewer = ModelUser | undefined

/** The value of a permission: users by name, and everyone up to a role; 0 is nobody. */
export interface ModelGroup {
  members: number[]
  upToRole: number
}

export const channelPermissionNames = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const
export type ModelPermission = (typeof channelPermissionNames)[number]

export interface ModelChannel {
  id: number
  name: string
  isPrivate: boolean
  isWebPublic: boolean
  /** Subscribers also read messages from before their subscription. */
  hasSharedHistory: boolean
  isArchived: boolean
  subscribers: Set<number>
  permissions: Record<ModelPermission, ModelGroup>
}

export interface ModelMessage {
  id: number
  senderId: number
  topic: string
  /** Undefined for direct messages. */
  channel: ModelChannel | undefined
  /** Users with the message in their history: they received it, or starred it or reacted to it. */
  rows: Set<number>
  reactions: Set<number>
  file: ModelFile | undefined
}

export interface ModelFile {
  path: string
  name: string
  ownerId: number
}

export interface ModelOrganization {
  users: Map<number, ModelUser>
  channels: ModelChannel[]
  messages: ModelMessage[]
  files: ModelFile[]
}

const isGuest = ({ role }: ModelUser) => role === 600
const isAdministrator = ({ role }: ModelUser) => role <= 200

const isMember = (user: ModelUser, { members, upToRole }: ModelGroup) =>
  members.includes(user.id) || user.role <= upToRole

/** Guests never hold these permissions, even if they are named in them. */
const holds = (user: ModelUser, { permissions }: ModelChannel, name: ModelPermission) =>
  !isGuest(user) && isMember(user, permissions[name])

const isInJoiningGroup = (user: ModelUser, channel: ModelChannel) =>
  holds(user, channel, 'can_add_subscribers_group') || holds(user, channel, 'can_subscribe_group')

/** channels.md, "Two levels of access": messages, topics, subscribing. */
export function hasContentAccess(viewer: Viewer, channel: ModelChannel): boolean {
  if (channel.isWebPublic) return true
  if (viewer === undefined) return false
  if (channel.subscribers.has(viewer.id)) return true
  if (isGuest(viewer)) return false
  return !channel.isPrivate || isInJoiningGroup(viewer, channel)
}

/** The same table: name, settings, subscribers. */
export function hasMetadataAccess(viewer: Viewer, channel: ModelChannel): boolean {
  if (hasContentAccess(viewer, channel)) return true
  if (viewer === undefined || isGuest(viewer)) return false
  return isAdministrator(viewer) || holds(viewer, channel, 'can_administer_channel_group')
}

/** fetching.md 4.1: whether a narrow to the channel shows messages that the viewer did not receive. */
export function readsSharedHistory(viewer: Viewer, channel: ModelChannel): boolean {
  if (channel.isWebPublic) return true
  if (viewer === undefined) return false
  if (!channel.isPrivate && !isGuest(viewer)) return true
  return channel.hasSharedHistory && !channel.isArchived && hasContentAccess(viewer, channel)
}

/** fetching.md 4.2 */
export function canReadById(viewer: Viewer, { channel, rows }: ModelMessage): boolean {
  if (viewer === undefined) return channel?.isWebPublic === true
  if (channel === undefined) return rows.has(viewer.id)
  if (!channel.isPrivate) return !isGuest(viewer) || channel.subscribers.has(viewer.id)
  return hasContentAccess(viewer, channel) && (channel.hasSharedHistory || rows.has(viewer.id))
}

/** fetching.md 4.3 */
export function isInPersonalHistory(user: ModelUser, { channel, rows }: ModelMessage): boolean {
  if (!rows.has(user.id)) return false
  if (channel === undefined || channel.subscribers.has(user.id)) return true
  return !isGuest(user) && (!channel.isPrivate || isInJoiningGroup(user, channel))
}

/** fetching.md 4.1, for a narrow to one channel. */
export const isInChannelNarrow = (user: ModelUser, message: ModelMessage, channel: ModelChannel) =>
  message.channel === channel && (readsSharedHistory(user, channel) || isInPersonalHistory(user, message))

/** fetching.md 4.1, for the narrow `channels:public`. */
export const isInPublicNarrow = (user: ModelUser, message: ModelMessage) =>
  message.channel?.isPrivate === false && (!isGuest(user) || isInPersonalHistory(user, message))

/** fetching.md 9.4. Undefined: the topics are not accessible. */
export function visibleTopics(
  viewer: Viewer,
  channel: ModelChannel,
  messages: readonly ModelMessage[],
): Set<string> | undefined {
  if (channel.isArchived || !hasContentAccess(viewer, channel)) return undefined
  const shown = messages.filter(
    (one) => one.channel === channel && (channel.hasSharedHistory || one.rows.has(viewer?.id ?? 0)),
  )
  return new Set(shown.map(({ topic }) => topic))
}

/** channels.md 5: subscriber lists of archived channels are not available. */
export const canListSubscribers = (user: ModelUser, channel: ModelChannel) =>
  !channel.isArchived && hasMetadataAccess(user, channel)

/** channels.md 5: lookup by name. */
export const canFindByName = (user: ModelUser, channel: ModelChannel) =>
  !channel.isArchived && hasContentAccess(user, channel)

/** sending.md 2.5 */
export function canPost(user: ModelUser, channel: ModelChannel, users: Map<number, ModelUser>): boolean {
  const owner = users.get(user.ownerId ?? 0)
  const senders = channel.permissions.can_send_message_group
  if (!isMember(user, senders) && !(owner !== undefined && isMember(owner, senders))) return false
  if (channel.isArchived) return false
  if (channel.isWebPublic || (!channel.isPrivate && !isGuest(user))) return true
  if (channel.subscribers.has(user.id)) return true
  if (owner !== undefined && channel.subscribers.has(owner.id)) return true
  return channel.hasSharedHistory && isInJoiningGroup(user, channel)
}

/** sending.md 1: edits, deletions and reactions need a readable message outside archived channels. */
export const canModify = (user: ModelUser, message: ModelMessage) =>
  canReadById(user, message) && message.channel?.isArchived !== true

/** sending.md 3.2: also administrators edit only their own messages. */
export const canEdit = (user: ModelUser, message: ModelMessage) =>
  canModify(user, message) && message.senderId === user.id

/** sending.md 4.1 */
export function canDelete(user: ModelUser, message: ModelMessage, users: Map<number, ModelUser>): boolean {
  const isOwn = message.senderId === user.id || users.get(message.senderId)?.ownerId === user.id
  return canModify(user, message) && (isAdministrator(user) || isOwn)
}

/** sending.md 7.1: access is checked only without a row. */
export const canStar = (user: ModelUser, message: ModelMessage) =>
  message.rows.has(user.id) || canReadById(user, message)

/** channels.md 3, "Who may subscribe whom". Every member may add others by the organization's default. */
export const canSubscribe = (user: ModelUser, channel: ModelChannel) =>
  !isGuest(user) && hasContentAccess(user, channel)

/** channels.md 4, DELETE. */
export function canRemove(user: ModelUser, channel: ModelChannel, target: ModelUser): boolean {
  if (target.id === user.id || target.ownerId === user.id) return true
  if (isGuest(user)) return false
  if (isAdministrator(user) || holds(user, channel, 'can_administer_channel_group')) return true
  return hasMetadataAccess(user, channel) && holds(user, channel, 'can_remove_subscribers_group')
}

/** sending.md 14.3. Files of web-public channels are open to everyone. */
export function canFetchFile(viewer: Viewer, file: ModelFile, messages: readonly ModelMessage[]): boolean {
  if (viewer?.id === file.ownerId) return true
  return messages.some(
    (one) => one.file === file && (one.channel?.isWebPublic === true || canReadById(viewer, one)),
  )
}
