import { type BodyOf, type EventKey, eventKey, type InitialState, type QueueEvent } from '@loquat/contract'
import { withAlertWords } from './alert-words.ts'
import {
  withChannels,
  withDefaultChannels,
  withoutChannels,
  withoutPeers,
  withoutSubscriptions,
  withPeers,
  withSubscriptionProperty,
  withSubscriptions,
} from './channels.ts'
import { withDraftChange, withDrafts, withoutDraft, withoutSnippet, withSnippet } from './drafts.ts'
import { withFlag, withMessage, withoutFlag } from './messages.ts'
import { withGroup, withMembers, withoutMembers, withUser, withUserChange } from './people.ts'
import { countUnread } from './unread.ts'

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
  'subscription:update': withSubscriptionProperty,
  'subscription:peer_add': withPeers,
  'subscription:peer_remove': withoutPeers,
  default_streams: withDefaultChannels,
  message: withMessage,
  'update_message_flags:add': withFlag,
  'update_message_flags:remove': withoutFlag,
  'drafts:add': withDrafts,
  'drafts:update': withDraftChange,
  'drafts:remove': withoutDraft,
  'saved_snippets:add': withSnippet,
  'saved_snippets:update': withSnippet,
  'saved_snippets:remove': withoutSnippet,
  alert_words: withAlertWords,
  // Who writes passes by itself; it is no part of the state.
  'typing:start': (state) => state,
  'typing:stop': (state) => state,
  heartbeat: (state) => state,
}

/** The state after an event. Types this client does not know change nothing. */
export function reduce(state: InitialState, event: QueueEvent): InitialState {
  const reducer = reducers[eventKey(event)] as
    | ((state: InitialState, event: QueueEvent) => InitialState)
    | undefined
  return reducer === undefined ? state : recounted(state, reducer(state, event))
}

/** What counts as unread depends on the messages and on what is muted; where both are known, it follows. */
function recounted(before: InitialState, after: InitialState): InitialState {
  const { unread_msgs: unread, subscriptions } = after
  if (unread === undefined || subscriptions === undefined) return after
  if (unread === before.unread_msgs && subscriptions === before.subscriptions) return after
  const muted = subscriptions.filter((channel) => channel.is_muted).map((channel) => channel.stream_id)
  return { ...after, unread_msgs: { ...unread, count: countUnread(unread, new Set(muted)) } }
}
