import type { NarrowTerm } from '@loquat/contract'
import { dmAmong, keyOf } from './conversation.ts'

export const channelTabs = ['general', 'members', 'permissions', 'notifications'] as const
export const groupTabs = ['general', 'members', 'permissions'] as const
export const settingsSections = [
  'profile',
  'preferences',
  'notifications',
  'privacy',
  'topics',
  'alert-words',
  'muted',
  'uploads',
  'bots',
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
  'integrations',
  'emoji',
  'linkifiers',
  'playgrounds',
  'profile-fields',
  'defaults',
  'exports',
  'authentication',
] as const
export type ChannelTab = (typeof channelTabs)[number]
export type GroupTab = (typeof groupTabs)[number]
export type SettingsSection = (typeof settingsSections)[number]
export type OrganizationSection = (typeof organizationSections)[number]

/** Lists of messages from many conversations, without parameters of their own. */
export const mixedFeeds = ['feed', 'mentions', 'starred', 'dms'] as const
/** Views that are one word and no list of messages. */
export const plainViews = ['inbox', 'recent', 'drafts', 'scheduled'] as const

/** A view placed at a message, with reading paused. */
interface AtMessage {
  at?: number
}

/** A list of messages. */
export type FeedView =
  | ({ kind: (typeof mixedFeeds)[number] } & AtMessage)
  | ({ kind: 'channel'; channelId: number } & AtMessage)
  /** `with`: a message that carries the address through renames and moves. */
  | ({ kind: 'topic'; channelId: number; topic: string; with?: number } & AtMessage)
  /** The others, ascending; none of them: notes to oneself. */
  | ({ kind: 'dm'; userIds: readonly number[] } & AtMessage)
  | ({ kind: 'search'; q: string } & AtMessage)

/** What can be shown beside or over a feed. */
export type PageView =
  | { kind: (typeof plainViews)[number] }
  | { kind: 'channel-topics'; channelId: number; filter?: string }
  /** Files of a channel, or of one of its topics. */
  | { kind: 'channel-files'; channelId: number; topic?: string }
  | { kind: 'dm-files'; userIds: readonly number[] }
  | { kind: 'channels' }
  | { kind: 'channel-new' }
  | { kind: 'channel-settings'; channelId: number; tab: ChannelTab }
  | { kind: 'groups' }
  | { kind: 'group-new' }
  | { kind: 'group-settings'; groupId: number; tab: GroupTab }
  | { kind: 'person'; userId: number }
  | { kind: 'settings'; section: SettingsSection }
  | { kind: 'organization'; section: OrganizationSection }

/** What needs no session. */
export type EntryView =
  /** `next`: where to go after logging in, a path of the app. */
  | { kind: 'login'; next?: string }
  | { kind: 'forgot' }
  | { kind: 'reset'; token: string }
  | { kind: 'join'; key: string }
  | { kind: 'confirm-email'; token: string }

export type View =
  /** The address `/`, to be replaced by the home view of the reader. */
  | { kind: 'home' }
  /** A message, to be replaced by its conversation placed at it. */
  | { kind: 'message'; id: number }
  | FeedView
  | PageView
  | EntryView
  | { kind: 'not-found'; path: string }

const feedKinds: ReadonlySet<string> = new Set([...mixedFeeds, 'channel', 'topic', 'dm', 'search'])
const entryKinds: ReadonlySet<string> = new Set(['login', 'forgot', 'reset', 'join', 'confirm-email'])
export const isFeed = (view: View): view is FeedView => feedKinds.has(view.kind)
export const isEntry = (view: View): view is EntryView => entryKinds.has(view.kind)
/** Whether all that the view lists is one conversation, so that it needs no bars. */
export const isConversation = (view: View): view is FeedView & { kind: 'topic' | 'dm' } =>
  view.kind === 'topic' || view.kind === 'dm'

const term = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({
  operator,
  operand,
  negated: false,
})

interface NarrowContext {
  me: number
  /** What a search text asks for; see search-text. */
  searchTerms(q: string): NarrowTerm[]
}

/**
 * What to ask `GET /messages` for. Where a view is placed is no part of it. A channel feed leaves out muted topics, which the
 * protocol cannot ask for: match-narrow does.
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
      // An empty list would match nothing; the conversation with oneself is named by oneself.
      return [term('dm', userIds.length === 0 ? [me] : [...userIds])]
    }
    case 'search':
      return searchTerms(view.q)
  }
}

/** The same list of messages, wherever placed and however spelled: what coverage and scroll positions are kept by. */
export function feedKey(view: FeedView): string {
  if (view.kind === 'topic' || view.kind === 'dm') return keyOf(view)
  if (view.kind === 'channel') return `channel:${view.channelId}`
  return view.kind === 'search' ? `search:${view.q}` : view.kind
}
