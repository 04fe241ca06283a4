import * as alertWordEndpoints from './endpoints/alert-words.ts'
import * as channelEndpoints from './endpoints/channels.ts'
import * as draftEndpoints from './endpoints/drafts.ts'
import * as eventEndpoints from './endpoints/events.ts'
import * as messageEndpoints from './endpoints/messages.ts'
import * as serverEndpoints from './endpoints/server.ts'
import * as typingEndpoints from './endpoints/typing.ts'
import * as userEndpoints from './endpoints/users.ts'
import type { EventBody, EventDeclaration } from './event.ts'
import * as channelEvents from './events/channels.ts'
import * as draftEvents from './events/drafts.ts'
import * as messageEvents from './events/messages.ts'
import * as peopleEvents from './events/people.ts'
import * as personalEvents from './events/personal.ts'
import * as queueEvents from './events/queue.ts'

/** Every endpoint, by area. The server implements each area as a whole or does not compile. */
export const areas = {
  server: {
    getServerSettings: serverEndpoints.getServerSettings,
    fetchApiKey: serverEndpoints.fetchApiKey,
  },
  users: {
    getOwnUser: userEndpoints.getOwnUser,
    getUsers: userEndpoints.getUsers,
    getUser: userEndpoints.getUser,
    createUser: userEndpoints.createUser,
    updateUser: userEndpoints.updateUser,
  },
  channels: {
    subscribe: channelEndpoints.subscribe,
    unsubscribe: channelEndpoints.unsubscribe,
    changeSubscriptions: channelEndpoints.changeSubscriptions,
    updateSubscriptionProperties: channelEndpoints.updateSubscriptionProperties,
    getSubscriptions: channelEndpoints.getSubscriptions,
    getSubscriptionStatus: channelEndpoints.getSubscriptionStatus,
    getChannels: channelEndpoints.getChannels,
    getChannel: channelEndpoints.getChannel,
    getChannelId: channelEndpoints.getChannelId,
    getSubscribers: channelEndpoints.getSubscribers,
    getTopics: channelEndpoints.getTopics,
    addDefaultChannel: channelEndpoints.addDefaultChannel,
    removeDefaultChannel: channelEndpoints.removeDefaultChannel,
  },
  messages: {
    sendMessage: messageEndpoints.sendMessage,
    getMessages: messageEndpoints.getMessages,
    updateMessageFlags: messageEndpoints.updateMessageFlags,
  },
  drafts: {
    getDrafts: draftEndpoints.getDrafts,
    createDrafts: draftEndpoints.createDrafts,
    editDraft: draftEndpoints.editDraft,
    deleteDraft: draftEndpoints.deleteDraft,
  },
  snippets: {
    getSavedSnippets: draftEndpoints.getSavedSnippets,
    createSavedSnippet: draftEndpoints.createSavedSnippet,
    editSavedSnippet: draftEndpoints.editSavedSnippet,
    deleteSavedSnippet: draftEndpoints.deleteSavedSnippet,
  },
  alertWords: {
    getAlertWords: alertWordEndpoints.getAlertWords,
    addAlertWords: alertWordEndpoints.addAlertWords,
    removeAlertWords: alertWordEndpoints.removeAlertWords,
  },
  typing: {
    setTypingStatus: typingEndpoints.setTypingStatus,
  },
  events: {
    register: eventEndpoints.register,
    getEvents: eventEndpoints.getEvents,
    deleteQueue: eventEndpoints.deleteQueue,
  },
} as const

export const endpoints = {
  ...areas.server,
  ...areas.users,
  ...areas.channels,
  ...areas.messages,
  ...areas.drafts,
  ...areas.snippets,
  ...areas.alertWords,
  ...areas.typing,
  ...areas.events,
} as const
export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

const declarations = {
  ...peopleEvents,
  ...channelEvents,
  ...messageEvents,
  ...draftEvents,
  ...personalEvents,
  ...queueEvents,
}
type Declarations = typeof declarations
type Declaration = Declarations[keyof Declarations]

/** Every event, by its key: `message`, `subscription:add`. */
export const events = Object.fromEntries(
  Object.values(declarations).map((declaration) => [declaration.key, declaration]),
) as unknown as { [D in Declaration as D['key']]: D }
export type EventKey = keyof typeof events
export type BodyOf<K extends EventKey> = EventBody<(typeof events)[K]>
/** An event as it arrives from a queue. */
export type QueueEvent<K extends EventKey = EventKey> = K extends EventKey
  ? BodyOf<K> & { id: number }
  : never

export function eventKey(event: { type: string; op?: string | undefined }): EventKey {
  return (event.op === undefined ? event.type : `${event.type}:${event.op}`) as EventKey
}

export * from './endpoint.ts'
export * from './endpoints/alert-words.ts'
export * from './endpoints/channels.ts'
export * from './endpoints/events.ts'
export * from './endpoints/messages.ts'
export * from './errors.ts'
export * from './objects/channels.ts'
export * from './objects/drafts.ts'
export * from './objects/groups.ts'
export * from './objects/messages.ts'
export * from './objects/realm.ts'
export * from './objects/topics.ts'
export * from './objects/user-settings.ts'
export * from './objects/users.ts'
export * from './param.ts'
export * from './permissions.ts'
export type { EventDeclaration }
