import type { NarrowTerm } from '@loquat/contract'
import { dmAmong, keyOf } from './conversation.ts'

export const channelTabs = ['general', 'members', 'permissions', 'notifications'] as const
export const groupTabs = ['general', 'members', 'permissions'] as const
export const settingsSections = [
  'profile',
  'preferences',
  'notifications',
  'privacy',
  'security',
  'topics',
  'alert-words',
  'muted',
  'uploads',
  'bots',
  'apps',
  'sessions',
] as const
export const organizationSections = [
  'profile',
  'permissions',
  'people',
  'invitations',
  'channels',
  'groups',
  'bots',
  'apps',
  'integrations',
  'emoji',
  'linkifiers',
  'playgrounds',
  'profile-fields',
  'defaults',
  'exports',
  'import',
  'authentication',
  'sign-in-policy',
  'moderation',
  'legal-hold',
  'assistants',
  'provisioning',
  'audit',
  'statistics',
  'server',
] as const
export type ChannelTab = (typeof channelTabs)[number]
export type GroupTab = (typeof groupTabs)[number]
export type SettingsSection = (typeof settingsSections)[number]
export type OrganizationSection = (typeof organizationSections)[number]

/** Lists of messages from many conversations, without parameters of their own. */
export const mixedFeeds = ['feed', 'mentions', 'starred', 'dms'] as const
/** Views without parameters that are not feeds. */
export const plainViews = ['inbox', 'recent', 'drafts', 'scheduled', 'later'] as const

/** Opens the view at a message, with marking as read paused. */
interface AtMessage {
  at?: number
}

/** A list of messages. */
export type FeedView =
  | ({ kind: (typeof mixedFeeds)[number] } & AtMessage)
  | ({ kind: 'channel'; channelId: number } & AtMessage)
  /** `with`: a message of the topic, which identifies it after renames and moves. */
  | ({ kind: 'topic'; channelId: number; topic: string; with?: number } & AtMessage)
  /** The other participants, ascending. Empty for notes to self. */
  | ({ kind: 'dm'; userIds: readonly number[] } & AtMessage)
  | ({ kind: 'search'; q: string } & AtMessage)

/** Views that are not feeds. */
export type PageView =
  | { kind: (typeof plainViews)[number] }
  | { kind: 'channel-topics'; channelId: number; filter?: string }
  /** Files of a channel, or of one of its topics. */
  | { kind: 'channel-files'; channelId: number; topic?: string }
  | { kind: 'dm-files'; userIds: readonly number[] }
  | { kind: 'channels' }
  /** A page of the help center, or its overview. */
  | { kind: 'help'; page?: string }
  | { kind: 'channel-new' }
  | { kind: 'channel-settings'; channelId: number; tab: ChannelTab }
  | { kind: 'groups' }
  | { kind: 'group-new' }
  | { kind: 'group-settings'; groupId: number; tab: GroupTab }
  | { kind: 'person'; userId: number }
  | { kind: 'settings'; section: SettingsSection }
  | { kind: 'organization'; section: OrganizationSection }

/** Views without a session. */
export type EntryView =
  /** `next`: path to open after login. */
  | { kind: 'login'; next?: string }
  | { kind: 'forgot' }
  | { kind: 'reset'; token: string }
  | { kind: 'join'; key: string }
  | { kind: 'confirm-email'; token: string }

export type View =
  /** The address `/`; resolved to the reader's home view. */
  | { kind: 'home' }
  /** A message; resolved to its conversation at this message. */
  | { kind: 'message'; id: number }
  | FeedView
  | PageView
  | EntryView
  | { kind: 'not-found'; path: string }

const feedKinds: ReadonlySet<string> = new Set([...mixedFeeds, 'channel', 'topic', 'dm', 'search'])
const entryKinds: ReadonlySet<string> = new Set(['login', 'forgot', 'reset', 'join', 'confirm-email'])
export const isFeed = (view: View): view is FeedView => feedKinds.has(view.kind)
export const isEntry = (view: View): view is EntryView => entryKinds.has(view.kind)
/** Whether the view is a single conversation, without recipient bars. */
export const isConversation = (view: View): view is FeedView & { kind: 'topic' | 'dm' } =>
  view.kind === 'topic' || view.kind === 'dm'

const term = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({
  operator,
  operand,
  negated: false,
})

interface NarrowContext {
  me: number
  /** Parses a search text; see `search-text.ts`. */
  searchTerms(q: string): NarrowTerm[]
}

/**
 * The narrow of a view for `GET /messages`, without its anchor. A channel feed leaves out muted topics, which narrows cannot
 * express: `match-narrow.ts` filters them.
 */
export function toNarrow(view: FeedView, { me, searchTerms }: NarrowContext): NarrowTerm[] {
  switch (view.kind) {
    case 'feed':
      return [term('in', 'home')]
    case 'mentions':
      return [term('is', 'mentioned')]
    case 'starred':
      return [term('is', 'starred')]
    case 'dms':
      return [term('is', 'dm')]
    case 'channel':
      return [term('channel', view.channelId)]
    case 'topic':
      return [
        term('channel', view.channelId),
        term('topic', view.topic),
        ...(view.with === undefined ? [] : [term('with', view.with)]),
      ]
    case 'dm': {
      const { userIds } = dmAmong(view.userIds, me)
      // Notes to self are addressed by the reader's own ID; an empty list matches nothing.
      return [term('dm', userIds.length === 0 ? [me] : [...userIds])]
    }
    case 'search':
      return searchTerms(view.q)
  }
}

/** Equal for the same list of messages, regardless of anchor and spelling. Caches and scroll positions use it as key. */
export function feedKey(view: FeedView): string {
  if (view.kind === 'topic' || view.kind === 'dm') return keyOf(view)
  if (view.kind === 'channel') return `channel:${view.channelId}`
  return view.kind === 'search' ? `search:${view.q}` : view.kind
}
