import type { ClientCapabilities, InitialState } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { JsonBytes } from '../../../http/reply/json-text.ts'
import type { JsonList } from './json-list.ts'

/** The initial state, with large and shared parts already serialized. */
export type SerializedState = { [K in keyof InitialState]?: InitialState[K] | JsonBytes | JsonList }

export interface StateRequest {
  viewer: User
  /** Null means everything. */
  fetchTypes: string[] | null
  /** The caller may not have the API keys of bots. */
  withoutBots: boolean
  externalAvatar: boolean
  includeSubscribers: boolean
  slimPresence: boolean
  presenceDays: number | undefined
  /** The last presence update that the client has. */
  presenceUpdateId: number | undefined
  /** Whether groups may have ranges of members. */
  memberRanges: boolean
  now: number
  capabilities: ClientCapabilities
}

/** Lists of a user that come from the message index, and those that the statement has to read. */
export interface IndexUse {
  floor: number
  /** All direct messages below this are read. */
  readBelow: number
  /** Recipients whose read ranges are needed. */
  recipientIds: ReadonlySet<number>
  /** Whether the user's recent direct messages are all in the index. */
  hasConversations: boolean
  /** Whether the user has unread messages below the index, or received none in it. */
  withOlder: boolean
}

const botType = 'realm_bot'

export const wants = ({ fetchTypes, withoutBots }: StateRequest, type: string) =>
  (fetchTypes === null || fetchTypes.includes(type)) && !(withoutBots && type === botType)

/** Clients that request the new field do not also get the legacy one. */
export const wantsMutedTopics = ({ fetchTypes: types }: StateRequest) =>
  types === null || (types.includes('muted_topics') && !types.includes('user_topic'))

/** Only clients that know folders get events about them. */
export const wantsFolders = (request: StateRequest) =>
  wants(request, 'channel_folder') && request.capabilities.channel_folders

/** Unread messages are listed for clients that follow both messages and flags. */
export const wantsUnread = (request: StateRequest) =>
  wants(request, 'message') && wants(request, 'update_message_flags')
