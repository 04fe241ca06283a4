import type { ClientCapabilities, InitialState } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { JsonBytes } from '../../../http/json-text.ts'

/** The state, with what is large or the same for many as text already. */
export type ToldState = { [K in keyof InitialState]?: InitialState[K] | JsonBytes }

export interface StateRequest {
  viewer: User
  /** Null: everything. */
  fetchTypes: string[] | null
  externalAvatar: boolean
  includeSubscribers: boolean
  slimPresence: boolean
  presenceDays: number | undefined
  now: number
  capabilities: ClientCapabilities
}

export const wants = ({ fetchTypes }: StateRequest, type: string) =>
  fetchTypes === null || fetchTypes.includes(type)

/** Who asks for the newer form by name need not be told the older one, too. */
export const wantsMutedTopics = ({ fetchTypes: types }: StateRequest) =>
  types === null || (types.includes('muted_topics') && !types.includes('user_topic'))
