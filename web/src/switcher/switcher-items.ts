import { channelsById, subscriptionsById } from '../channels/channels.ts'
import { withoutPrefix } from '../channels/topic-names.ts'
import type { Command } from '../keyboard/command.ts'
import { commands } from '../keyboard/registry.ts'
import { isTopicMuted, mutedPeople, topicPolicy, unread } from '../lib/derived.ts'
import type { Candidate } from '../lib/rank.ts'
import { type Conversation, dmAmong, keyOf } from '../navigation/conversation.ts'
import {
  mixedFeeds,
  organizationSections,
  plainViews,
  settingsSections,
  type View,
} from '../navigation/narrow.ts'
import { frecencyByKey } from '../navigation/visits.ts'
import { peopleById } from '../people/people.ts'
import { namedGroups } from '../people/user-groups.ts'
import { isDenialTextId } from '../permissions/is-allowed.ts'
import { myId, org } from '../session/session.ts'
import { useSidebar } from '../shell/sidebar.ts'

export type SwitcherKind =
  | 'view'
  | 'topic'
  | 'channel'
  | 'person'
  | 'people'
  | 'group'
  | 'settings'
  | 'command'
  | 'search'

/** An item of the quick switcher. */
export interface SwitcherItem extends Candidate {
  key: string
  kind: SwitcherKind
  view?: View
  command?: Command
  /** The recipient for composing. */
  conversation?: Conversation
  channelId?: number
  userId?: number
  unread?: number
  /** The reason why it is not allowed, in words. */
  denied?: string
}

type Text = (id: string) => string
type Visits = (key: string) => number

/** All items except topics. Names of views and commands are translated. */
export function switcherItems(text: Text): SwitcherItem[] {
  const visits = frecencyByKey()
  return [
    ...views(text, visits),
    ...people(text, visits),
    ...channels(visits),
    ...groups(),
    ...pages(text, visits),
    ...actions(text),
  ]
}

const views = (text: Text, visits: Visits): SwitcherItem[] =>
  [...plainViews, ...mixedFeeds].map((kind) => ({
    key: kind,
    kind: 'view',
    name: text(`view.${kind}`),
    view: { kind },
    frecency: visits(kind),
  }))

function people(text: Text, visits: Visits): SwitcherItem[] {
  const counts = unread().conversations
  const muted = mutedPeople()
  const byId = peopleById(org())
  const direct = (conversation: Conversation & { kind: 'dm' }) => {
    const key = keyOf(conversation)
    const count = counts.get(key)?.ids.length ?? 0
    return {
      key,
      view: conversation,
      conversation,
      unread: count,
      frecency: visits(key),
      hasUnread: count > 0,
      // Direct messages count as mentions.
      hasMention: count > 0,
    }
  }
  const single = (org().realm_users ?? []).map((user): SwitcherItem => {
    const isMe = user.user_id === myId()
    return {
      ...direct(dmAmong([user.user_id], myId())),
      kind: 'person',
      name: isMe ? text('dm.notesToSelf') : user.full_name,
      aliases: isMe ? [user.full_name] : [user.email],
      userId: user.user_id,
      isMuted: muted.has(user.user_id),
    }
  })
  const several = (org().recent_private_conversations ?? [])
    .map(({ user_ids: ids }) => dmAmong(ids, myId()))
    .filter(({ userIds }) => userIds.length > 1)
    .map(
      (conversation): SwitcherItem => ({
        ...direct(conversation),
        kind: 'people',
        name: conversation.userIds.map((id) => byId.get(id)?.full_name ?? '?').join(', '),
      }),
    )
  return [...single, ...several]
}

function channels(visits: Visits): SwitcherItem[] {
  const subscriptions = subscriptionsById(org())
  const counts = unread().channels
  return [...channelsById(org()).values()].map((channel) => {
    const { stream_id: channelId, name, is_archived: isArchived } = channel
    const mine = subscriptions.get(channelId)
    const count = counts.get(channelId)
    return {
      key: `channel:${channelId}`,
      kind: 'channel',
      name,
      view: { kind: 'channel', channelId },
      channelId,
      unread: count?.unmuted ?? 0,
      frecency: visits(`channel:${channelId}`),
      hasUnread: (count?.unmuted ?? 0) > 0,
      hasMention: (count?.toYou ?? 0) > 0,
      isPinned: mine?.pin_to_top === true,
      isMuted: mine?.is_muted === true,
      isArchived: isArchived === true,
    }
  })
}

/** Loaded topics, and unread topics of channels that were never opened. */
export function topicItems(): SwitcherItem[] {
  const visits = frecencyByKey()
  const counts = unread().conversations
  const byId = channelsById(org())
  const found = new Map<string, SwitcherItem>()
  const add = (channelId: number, topic: string) => {
    const conversation: Conversation = { kind: 'topic', channelId, topic }
    const key = keyOf(conversation)
    if (found.has(key)) return
    const one = counts.get(key)
    const plain = withoutPrefix(topic) || (org().realm_empty_topic_display_name ?? '')
    found.set(key, {
      key,
      kind: 'topic',
      name: plain,
      aliases: [`${byId.get(channelId)?.name ?? ''} ${plain}`],
      view: conversation,
      conversation,
      channelId,
      unread: one?.ids.length ?? 0,
      frecency: visits(key),
      hasUnread: one !== undefined && !one.isMuted,
      hasMention: (one?.toYou ?? 0) > 0,
      isFollowed: topicPolicy(channelId, topic) === 3,
      isMuted: isTopicMuted(channelId, topic),
    })
  }
  for (const { conversation } of counts.values()) {
    if (conversation.kind === 'topic') add(conversation.channelId, conversation.topic)
  }
  for (const [channelId, known] of useSidebar.getState().topics)
    for (const { name } of known) add(channelId, name)
  return [...found.values()]
}

const groups = (): SwitcherItem[] =>
  namedGroups(org())
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => ({
      key: `group:${id}`,
      kind: 'group',
      name,
      view: { kind: 'group-settings', groupId: id, tab: 'general' },
    }))

const pages = (text: Text, visits: Visits): SwitcherItem[] => [
  ...(['channels', 'channel-new', 'groups', 'group-new'] as const).map(
    (kind): SwitcherItem => ({
      key: kind,
      kind: 'view',
      name: text(`view.${kind}`),
      view: { kind },
      frecency: visits(kind),
    }),
  ),
  ...settingsSections.map(
    (section): SwitcherItem => ({
      key: `settings:${section}`,
      kind: 'settings',
      name: text(`settings.section.${section}`),
      aliases: [`${text('view.settings')} ${text(`settings.section.${section}`)}`],
      view: { kind: 'settings', section },
      frecency: visits(`settings:${section}`),
    }),
  ),
  ...organizationSections.map(
    (section): SwitcherItem => ({
      key: `organization:${section}`,
      kind: 'settings',
      name: `${text('view.organization')}: ${text(`organization.section.${section}`)}`,
      aliases: [text(`organization.section.${section}`)],
      view: { kind: 'organization', section },
      frecency: visits(`organization:${section}`),
    }),
  ),
]

/** Commands, without views and commands that do not apply here. Denied ones are listed with the reason. */
const actions = (text: Text): SwitcherItem[] =>
  commands
    .filter((command) => command.run !== undefined && command.id !== 'switcher' && command.id !== 'escape')
    .filter(
      (command) =>
        command.group !== 'go' || !(plainViews as readonly string[]).concat(mixedFeeds).includes(command.id),
    )
    .flatMap((command): SwitcherItem[] => {
      const reason = command.can?.() ?? true
      if (reason !== true && !isDenialTextId(reason)) return []
      return [
        {
          key: `command:${command.id}`,
          kind: 'command',
          name: text(`command.${command.id}`),
          command,
          ...(reason === true ? {} : { denied: text(reason) }),
        },
      ]
    })
