import type { Migration } from 'kysely/migration'
import * as foundation from './2026-11-15-01-foundation.ts'
import * as drafts from './2026-11-15-02-drafts.ts'
import * as defaultChannels from './2026-11-15-03-default-channels.ts'
import * as alertWords from './2026-11-15-04-alert-words.ts'
import * as messageProperties from './2026-11-15-05-message-properties.ts'
import * as userTopics from './2026-11-15-06-user-topics.ts'
import * as mutedUsers from './2026-11-15-07-muted-users.ts'
import * as search from './2026-11-15-08-search.ts'
import * as submessages from './2026-11-15-09-submessages.ts'
import * as customEmoji from './2026-11-15-10-custom-emoji.ts'
import * as scheduledMessages from './2026-11-15-11-scheduled-messages.ts'
import * as userGroups from './2026-11-15-12-user-groups.ts'
import * as defaultChannelGroups from './2026-11-15-13-default-channel-groups.ts'
import * as userStatus from './2026-11-15-14-user-status.ts'
import * as profileFields from './2026-11-15-15-profile-fields.ts'
import * as presence from './2026-11-15-16-presence.ts'
import * as linkifiers from './2026-11-15-17-linkifiers.ts'
import * as channelTraffic from './2026-11-15-23-channel-traffic.ts'

/** In the order of their dates. A migration that was released never changes; a new one is added below. */
export const migrations: Record<string, Migration> = {
  '2026-11-15-01-foundation': foundation,
  '2026-11-15-02-drafts': drafts,
  '2026-11-15-03-default-channels': defaultChannels,
  '2026-11-15-04-alert-words': alertWords,
  '2026-11-15-05-message-properties': messageProperties,
  '2026-11-15-06-user-topics': userTopics,
  '2026-11-15-07-muted-users': mutedUsers,
  '2026-11-15-08-search': search,
  '2026-11-15-09-submessages': submessages,
  '2026-11-15-10-custom-emoji': customEmoji,
  '2026-11-15-11-scheduled-messages': scheduledMessages,
  '2026-11-15-12-user-groups': userGroups,
  '2026-11-15-13-default-channel-groups': defaultChannelGroups,
  '2026-11-15-14-user-status': userStatus,
  '2026-11-15-15-profile-fields': profileFields,
  '2026-11-15-16-presence': presence,
  '2026-11-15-17-linkifiers': linkifiers,
  '2026-11-15-23-channel-traffic': channelTraffic,
}
