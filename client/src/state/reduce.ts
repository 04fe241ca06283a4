import { type BodyOf, type EventKey, eventKey, type InitialState, type QueueEvent } from '@loquat/contract'
import {
  withChannels,
  withoutChannels,
  withoutPeers,
  withoutSubscriptions,
  withPeers,
  withSubscriptions,
} from './channels.ts'
import { withFlag, withMessage, withoutFlag } from './messages.ts'
import { withGroup, withMembers, withoutMembers, withUser, withUserChange } from './people.ts'

type Reducer<K extends EventKey> = (state: InitialState, event: BodyOf<K>) => InitialState

/** What each event does to the state. An event of the contract without an entry does not compile. */
const reducers: { [K in EventKey]: Reducer<K> } = {
  'realm_user:add': withUser,
  'realm_user:update': withUserChange,
  'user_group:add': withGroup,
  'user_group:add_members': withMembers,
  'user_group:remove_members': withoutMembers,
  'stream:create': withChannels,
  'stream:delete': withoutChannels,
  'subscription:add': withSubscriptions,
  'subscription:remove': withoutSubscriptions,
  'subscription:peer_add': withPeers,
  'subscription:peer_remove': withoutPeers,
  message: withMessage,
  'update_message_flags:add': withFlag,
  'update_message_flags:remove': withoutFlag,
  heartbeat: (state) => state,
}

/** The state after an event. Types this client does not know change nothing. */
export function reduce(state: InitialState, event: QueueEvent): InitialState {
  const reducer = reducers[eventKey(event)] as
    | ((state: InitialState, event: QueueEvent) => InitialState)
    | undefined
  return reducer === undefined ? state : reducer(state, event)
}
