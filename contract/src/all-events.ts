import type { EventBody } from './event.ts'
import * as attachmentEvents from './events/attachments.ts'
import * as botEvents from './events/bots.ts'
import * as callEvents from './events/calls.ts'
import * as channelEvents from './events/channels.ts'
import * as draftEvents from './events/drafts.ts'
import * as exportEvents from './events/exports.ts'
import * as folderEvents from './events/folders.ts'
import * as interactionEvents from './events/interactions.ts'
import * as laterEvents from './events/later.ts'
import * as messageChangeEvents from './events/message-changes.ts'
import * as messageEvents from './events/messages.ts'
import * as moderationEvents from './events/moderation.ts'
import * as organizationEvents from './events/organization.ts'
import * as peopleEvents from './events/people.ts'
import * as personalEvents from './events/personal.ts'
import * as pinEvents from './events/pins.ts'
import * as queueEvents from './events/queue.ts'
import * as realmEvents from './events/realm.ts'
import * as savedSearchEvents from './events/saved-searches.ts'
import * as scheduledMessageEvents from './events/scheduled-messages.ts'
import * as settingEvents from './events/settings.ts'
import * as userGroupEvents from './events/user-groups.ts'

const declarations = {
  ...peopleEvents,
  ...botEvents,
  ...userGroupEvents,
  ...channelEvents,
  ...folderEvents,
  ...messageEvents,
  ...messageChangeEvents,
  ...pinEvents,
  ...moderationEvents,
  ...laterEvents,
  ...savedSearchEvents,
  ...interactionEvents,
  ...callEvents,
  ...draftEvents,
  ...personalEvents,
  ...scheduledMessageEvents,
  ...settingEvents,
  ...realmEvents,
  ...organizationEvents,
  ...exportEvents,
  ...attachmentEvents,
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
/** An event as a queue delivers it. */
export type QueueEvent<K extends EventKey = EventKey> = K extends EventKey
  ? BodyOf<K> & { id: number }
  : never
