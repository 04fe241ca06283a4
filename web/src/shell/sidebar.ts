import type { ChannelFolderObject, InitialState, SubscriptionObject } from '@loquat/contract'
import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { foldersOf } from '../folders/folders.ts'
import { compareNames } from '../lib/collation.ts'
import { numbersOf, stringsOf } from '../lib/json.ts'
import { memoized } from '../lib/memoized.ts'
import { parseJson } from '../lib/parse.ts'
import { dmAmong, keyOf } from '../navigation/conversation.ts'
import type { UnreadCounts } from '../unread/unread.ts'

/** A folder with its channels that are not pinned. */
export interface FolderSection {
  folder: ChannelFolderObject
  channels: readonly SubscriptionObject[]
  isOpen: boolean
}

export interface ChannelSections {
  pinned: readonly SubscriptionObject[]
  folders: readonly FolderSection[]
  others: readonly SubscriptionObject[]
  inactive: readonly SubscriptionObject[]
}

/** Number of channels from which inactive ones are demoted automatically. */
const autoDemoteThreshold = 30

/** Channels in the order of the sidebar: pinned, folders, others, inactive; by name, muted ones last. */
export const channelSections = memoized(
  (org) => [
    org.subscriptions,
    org.user_settings?.demote_inactive_streams,
    org.channel_folders,
    org.channel_folder_preferences,
  ],
  (org) => sectionsOf(org),
)

/** `lost`: a channel that the reader was unsubscribed from, listed in its place. */
export function sectionsOf(state: InitialState, lost?: SubscriptionObject): ChannelSections {
  const { subscriptions = [], user_settings: settings, channel_folder_preferences: own } = state
  const all = lost === undefined ? subscriptions : [...subscriptions, lost]
  const live = all.filter((one) => !one.is_archived).sort(byName)
  const policy = settings?.demote_inactive_streams ?? 1
  const demotes = policy === 2 || (policy === 1 && live.length >= autoDemoteThreshold)
  const unpinned = live.filter((one) => !one.pin_to_top)
  const folders = foldersOf(state).map((folder) => ({
    folder,
    channels: unpinned.filter((one) => one.folder_id === folder.id),
    isOpen: own?.collapsed.includes(folder.id) !== true,
  }))
  const inFolders = new Set(folders.flatMap(({ channels }) => channels))
  const rest = unpinned.filter((one) => !inFolders.has(one))
  return {
    pinned: live.filter((one) => one.pin_to_top),
    folders,
    others: rest.filter((one) => !demotes || one.is_recently_active),
    inactive: rest.filter((one) => demotes && !one.is_recently_active),
  }
}

/** All channels of the sidebar, from top to bottom. */
export const channelsInOrder = ({ pinned, folders, others, inactive }: ChannelSections) => [
  ...pinned,
  ...folders.flatMap(({ channels }) => channels),
  ...others,
  ...inactive,
]

const byName = (a: SubscriptionObject, b: SubscriptionObject) =>
  Number(a.is_muted) - Number(b.is_muted) || compareNames(a.name, b.name)

/** Maximum listed direct conversations without unread messages. */
const maxReadConversations = 8

/** Direct conversations, newest first: unread ones and a few others. */
export function directConversations(
  org: Pick<InitialState, 'muted_users' | 'recent_private_conversations' | 'user_id'>,
  counts: UnreadCounts,
  maxRead = maxReadConversations,
) {
  const muted = new Set(org.muted_users?.map((one) => one.id))
  let read = 0
  return (org.recent_private_conversations ?? [])
    .map(({ user_ids: userIds }) => dmAmong(userIds, org.user_id ?? 0))
    .filter(({ userIds }) => userIds.length === 0 || !userIds.every((id) => muted.has(id)))
    .filter((conversation) => counts.conversations.has(keyOf(conversation)) || read++ < maxRead)
}

/** A topic of a channel, with its newest message. */
export interface TopicEntry {
  name: string
  newest: number
}

interface SidebarState {
  channels: ReadonlySet<number>
  /** By channel; undefined until loaded. */
  topics: ReadonlyMap<number, readonly TopicEntry[]>
  filter: string
  sections: ReadonlySet<string>
}

const storedValue = (name: string): unknown => parseJson(ownStorage().getItem(`sidebar.${name}`))

export const useSidebar = create<SidebarState>(() => ({
  channels: new Set(numbersOf(storedValue('channels'))),
  topics: new Map(),
  filter: '',
  sections: new Set(stringsOf(storedValue('closed'))),
}))

export function toggleChannel(id: number, isOpen?: boolean): void {
  useSidebar.setState(({ channels }) => {
    const next = new Set(channels)
    if (isOpen ?? !next.has(id)) next.add(id)
    else next.delete(id)
    ownStorage().setItem('sidebar.channels', JSON.stringify([...next].slice(-20)))
    return { channels: next }
  })
}

export function toggleSection(name: string): void {
  useSidebar.setState(({ sections }) => {
    const next = new Set(sections)
    if (!next.delete(name)) next.add(name)
    ownStorage().setItem('sidebar.closed', JSON.stringify([...next]))
    return { sections: next }
  })
}
