import type { SavedSearchObject, SubscriptionObject } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'
import { topicsToShow } from '../channels/topic-names.ts'
import { isFolderMuted } from '../folders/folders.ts'
import { matchesWords } from '../lib/match-words.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import type { View } from '../navigation/narrow.ts'
import type { ChannelSections, FolderSection, TopicEntry } from './sidebar.ts'

export type Section = 'searches' | 'direct' | 'pinned' | 'channels' | 'inactive'
export type Direct = Conversation & { kind: 'dm' }

export const listedViews = [
  'inbox',
  'recent',
  'feed',
  'mentions',
  'starred',
  'later',
  'drafts',
  'scheduled',
] as const
export type ListedView = (typeof listedViews)[number]
/** Views for spectators. */
const spectatorViews: readonly ListedView[] = ['recent', 'feed']

/** One row of the sidebar. */
export type SidebarRow =
  | { kind: 'view'; key: string; view: ListedView }
  | { kind: 'heading'; key: string; section: Section; isOpen: boolean; count: number }
  | { kind: 'folder'; key: string; folderId: number; name: string; isOpen: boolean; isMuted: boolean }
  | { kind: 'search'; key: string; id: number; name: string; query: string }
  | { kind: 'dm'; key: string; conversation: Direct }
  | { kind: 'channel'; key: string; channel: SubscriptionObject; isOpen: boolean; isLost: boolean }
  /** Below a channel that the reader was unsubscribed from. */
  | { kind: 'lost'; key: string; channelId: number }
  | { kind: 'topic'; key: string; channelId: number; name: string }
  | { kind: 'more'; key: string; what: 'direct' | 'browse' }
  | { kind: 'all-topics'; key: string; channelId: number; count: number; unread: number }

export interface SidebarInput {
  isMember: boolean
  /** Whether folders without channels are listed, for users who can fill them. */
  hasEmptyFolders: boolean
  channels: ChannelSections
  /** The listed channel that the reader was unsubscribed from. */
  lost: { channelId: number; isReadable: boolean } | undefined
  searches: readonly SavedSearchObject[]
  directs: readonly Direct[]
  nameOf(userId: number): string | undefined
  /** Topics of channels that are loaded. */
  topics: ReadonlyMap<number, readonly TopicEntry[]>
  openChannels: ReadonlySet<number>
  /** Sections that differ from their default state. */
  toggled: ReadonlySet<string>
  current: View
  filter: string
  isUnread(channelId: number, topic: string): boolean
  isMuted(channelId: number, topic: string): boolean
}

/** All rows of the sidebar. With a filter, all matching rows, also of closed sections. */
export function sidebarRows(facts: SidebarInput): SidebarRow[] {
  const { channels, isMember, filter } = facts
  const isFiltering = filter !== ''
  const { pinned, folders, others, inactive } = channels
  const browse: SidebarRow[] = isMember ? [{ kind: 'more', key: 'browse', what: 'browse' }] : []
  return [
    ...viewRows(facts),
    ...(facts.searches.length > 0 ? section(facts, 'searches', searchRows(facts)) : []),
    ...(isMember ? section(facts, 'direct', directRows(facts)) : []),
    ...(pinned.length > 0 ? section(facts, 'pinned', channelRows(facts, pinned)) : []),
    ...folders.flatMap((one) => folderRows(facts, one)),
    ...section(facts, 'channels', [...channelRows(facts, others), ...(isFiltering ? [] : browse)]),
    ...(inactive.length > 0 ? section(facts, 'inactive', channelRows(facts, inactive), inactive.length) : []),
    ...(isFiltering ? browse : []),
  ]
}

const viewRows = ({ isMember, filter }: SidebarInput): SidebarRow[] =>
  listedViews
    .filter((view) => filter === '' && (isMember || spectatorViews.includes(view)))
    .map((view) => ({ kind: 'view', key: view, view }))

const startsClosed: readonly Section[] = ['inactive']

/** A heading with its rows, unless it is closed. A filter opens all sections and hides empty ones. */
function section(
  { toggled, filter }: SidebarInput,
  name: Section,
  rows: readonly SidebarRow[],
  count = 0,
): SidebarRow[] {
  if (filter !== '' && rows.length === 0) return []
  const isOpen = filter !== '' || toggled.has(name) === startsClosed.includes(name)
  const heading: SidebarRow = { kind: 'heading', key: `heading:${name}`, section: name, isOpen, count }
  return isOpen ? [heading, ...rows] : [heading]
}

/** A folder with its channels; if it is closed, only the current channel. */
function folderRows(facts: SidebarInput, { folder, channels, isOpen }: FolderSection): SidebarRow[] {
  const { current, filter, hasEmptyFolders } = facts
  const isFiltering = filter !== ''
  const here = 'channelId' in current ? current.channelId : undefined
  const shown = isOpen || isFiltering ? channels : channels.filter((one) => one.stream_id === here)
  const rows = channelRows(facts, shown)
  if (channels.length === 0 ? isFiltering || !hasEmptyFolders : isFiltering && rows.length === 0) return []
  const heading: SidebarRow = {
    kind: 'folder',
    key: `folder:${folder.id}`,
    folderId: folder.id,
    name: folder.name,
    isOpen: isOpen || isFiltering,
    isMuted: isFolderMuted(channels),
  }
  return [heading, ...rows]
}

const searchRows = ({ searches, filter }: SidebarInput): SidebarRow[] =>
  searches
    .filter(({ name }) => filter === '' || matchesWords(name, filter))
    .map(({ id, name, query }) => ({ kind: 'search', key: `search:${id}`, id, name, query }))

function directRows({ directs, filter, nameOf }: SidebarInput): SidebarRow[] {
  const namesOf = ({ userIds }: Direct) => userIds.map((id) => nameOf(id) ?? '').join(' ')
  const rows: SidebarRow[] = directs
    .filter((one) => filter === '' || matchesWords(namesOf(one), filter))
    .map((conversation) => ({ kind: 'dm', key: keyOf(conversation), conversation }))
  return filter === '' ? [...rows, { kind: 'more', key: 'direct', what: 'direct' }] : rows
}

function channelRows(facts: SidebarInput, channels: readonly SubscriptionObject[]): SidebarRow[] {
  const { filter, openChannels, lost } = facts
  return channels.flatMap((channel): SidebarRow[] => {
    const { stream_id: id, name } = channel
    const isFound = filter === '' || matchesWords(name, filter)
    const found = filter === '' ? [] : foundTopics(facts, id)
    if (!isFound && found.length === 0) return []
    const isLost = id === lost?.channelId
    const isOpen = isLost || found.length > 0 || openChannels.has(id)
    const row: SidebarRow = { kind: 'channel', key: `channel:${id}`, channel, isOpen, isLost }
    if (!isOpen) return [row]
    const note: SidebarRow[] = isLost ? [{ kind: 'lost', key: `lost:${id}`, channelId: id }] : []
    if (isLost && !lost.isReadable) return [row, ...note]
    return [row, ...note, ...(found.length > 0 ? found : topicRows(facts, id))]
  })
}

const maxFoundTopics = 20

const topicRow = (channelId: number, name: string): SidebarRow => ({
  kind: 'topic',
  key: keyOf({ kind: 'topic', channelId, topic: name }),
  channelId,
  name,
})

const foundTopics = ({ topics, filter }: SidebarInput, channelId: number): SidebarRow[] =>
  (topics.get(channelId) ?? [])
    .filter(({ name }) => matchesWords(name, filter))
    .slice(0, maxFoundTopics)
    .map(({ name }) => topicRow(channelId, name))

function topicRows({ topics, current, isUnread, isMuted }: SidebarInput, channelId: number): SidebarRow[] {
  const all = topics.get(channelId) ?? []
  const here =
    current.kind === 'topic' && current.channelId === channelId ? caseless(current.topic) : undefined
  const shown = topicsToShow(all, {
    isUnread: (name) => isUnread(channelId, name),
    isMuted: (name) => isMuted(channelId, name),
    isCurrent: (name) => caseless(name) === here,
  })
  const rows = shown.map(({ name }) => topicRow(channelId, name))
  if (shown.length === all.length) return rows
  const unread = all.filter(({ name }) => isUnread(channelId, name)).length
  return [
    ...rows,
    { kind: 'all-topics', key: `all-topics:${channelId}`, channelId, count: all.length, unread },
  ]
}

/** Whether two rows look the same. */
export function isSameRow(a: SidebarRow, b: SidebarRow): boolean {
  const { conversation: _, ...one } = { conversation: undefined, ...a }
  return Object.entries(one).every(([name, value]) => b[name as keyof SidebarRow] === value)
}

/** Level of a row in the tree. */
export const levelOf = ({ kind }: SidebarRow): number =>
  kind === 'view' || kind === 'heading' || kind === 'folder' ? 1 : thirdLevelKinds.includes(kind) ? 3 : 2
const thirdLevelKinds: readonly SidebarRow['kind'][] = ['lost', 'topic', 'all-topics']

/** Index of the parent row. */
export function parentOf(rows: readonly SidebarRow[], index: number): number {
  const row = rows[index]
  if (row === undefined) return index
  return rows.findLastIndex((one, at) => at < index && levelOf(one) < levelOf(row))
}
