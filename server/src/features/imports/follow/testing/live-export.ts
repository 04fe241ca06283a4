import type { Api } from '@loquat/client'
import { entriesOf, tarGzOf } from '../../archives/testing/archives.ts'

const channelRecipient = (id: number) => 1_000_000 + id
const userRecipient = (id: number) => 2_000_000 + id

/** A Zulip export of a live organization, as one of its owners sees it. `unreadBy`: users who have read no message. */
export async function liveExport(
  api: Api,
  subdomain: string,
  { unreadBy = [] }: { unreadBy?: readonly number[] } = {},
): Promise<Buffer> {
  const { members } = await api.getUsers({})
  const { streams } = await api.getChannels({ include_all: true, exclude_archived: false })
  const { cross_realm_bots = [] } = await api.register({ fetch_event_types: ['realm_user'] })
  const { messages } = await api.getMessages({
    anchor: 'oldest',
    num_before: 0,
    num_after: 1_000,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  const subscriptions: { user_profile: number; recipient: number; active: true }[] = []
  for (const { stream_id } of streams) {
    const { subscribers } = await api.getSubscribers({ stream_id })
    for (const user_profile of subscribers)
      subscriptions.push({ user_profile, recipient: channelRecipient(stream_id), active: true })
  }
  const tables = {
    zerver_realm: [{ id: 1, name: 'Old Orchard', string_id: subdomain, date_created: 1_700_000_000 }],
    zerver_userprofile: members.map((member) => ({
      id: member.user_id,
      full_name: member.full_name,
      delivery_email: member.delivery_email,
      role: member.role,
      is_active: member.is_active,
      is_bot: member.is_bot,
      bot_type: member.bot_type,
      bot_owner: member.bot_owner_id,
      date_joined: 1_700_000_000,
      avatar_source: 'G',
    })),
    zerver_userprofile_crossrealm: cross_realm_bots.map(({ user_id, email }) => ({ id: user_id, email })),
    zerver_stream: streams.map(({ stream_id, date_created, ...channel }) => ({
      id: stream_id,
      name: channel.name,
      description: channel.description,
      invite_only: channel.invite_only,
      history_public_to_subscribers: channel.history_public_to_subscribers,
      date_created,
    })),
    zerver_recipient: [
      ...streams.map(({ stream_id }) => ({ id: channelRecipient(stream_id), type: 2, type_id: stream_id })),
      ...members.map(({ user_id }) => ({ id: userRecipient(user_id), type: 1, type_id: user_id })),
    ],
    zerver_subscription: subscriptions,
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_reaction: messages.flatMap(({ id, reactions }) =>
      reactions.map(({ user_id, emoji_name, emoji_code, reaction_type }, n) => ({
        id: id * 100 + n,
        message: id,
        user_profile: user_id,
        ...{ emoji_name, emoji_code, reaction_type },
      })),
    ),
  }
  const flags = unreadBy.flatMap((user_profile) =>
    messages.map(({ id }) => ({ id: id * 100 + user_profile, user_profile, message: id, flags_mask: 0 })),
  )
  const rows = messages.map((message) => ({
    id: message.id,
    sender: message.sender_id,
    recipient:
      message.type === 'stream'
        ? channelRecipient(message.stream_id ?? 0)
        : userRecipient(otherOf(message.display_recipient, message.sender_id)),
    subject: message.subject,
    content: message.content,
    date_sent: message.timestamp,
    sending_client: 1,
  }))
  return tarGzOf(
    entriesOf({
      'migration_status.json': { zulip_version: '10.4' },
      'realm.json': tables,
      'messages-000001.json': { zerver_message: rows, zerver_usermessage: flags },
      'attachment.json': { zerver_attachment: [] },
    }),
  )
}

function otherOf(participants: unknown, senderId: number): number {
  const ids = (participants as { id: number }[]).map(({ id }) => id)
  return ids.find((id) => id !== senderId) ?? senderId
}

/** The messages of an organization, in terms of names, so that two organizations can be compared. */
export async function shownIn(api: Api) {
  const { messages } = await api.getMessages({
    anchor: 'oldest',
    num_before: 0,
    num_after: 1_000,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  const { members } = await api.getUsers({})
  const names = new Map(members.map(({ user_id, full_name }) => [user_id, full_name]))
  return messages.map((message) => ({
    sender: message.sender_full_name,
    to:
      message.type === 'stream'
        ? String(message.display_recipient)
        : (message.display_recipient as { full_name: string }[]).map((one) => one.full_name).sort(),
    topic: message.subject,
    content: message.content,
    timestamp: message.timestamp,
    edited: message.last_edit_timestamp ?? null,
    reactions: message.reactions
      .map((one) => `${names.get(one.user_id)} ${one.reaction_type} ${one.emoji_name}`)
      .sort(),
  }))
}

/** Channels with their properties and subscribers, by name. */
export async function channelsIn(api: Api) {
  const { streams } = await api.getChannels({ include_all: true, exclude_archived: false })
  const { members } = await api.getUsers({})
  const names = new Map(members.map(({ user_id, full_name }) => [user_id, full_name]))
  const shown: object[] = []
  for (const channel of streams) {
    const { subscribers } = await api.getSubscribers({ stream_id: channel.stream_id })
    shown.push({
      name: channel.name,
      description: channel.description,
      isPrivate: channel.invite_only,
      isArchived: channel.is_archived,
      subscribers: subscribers.map((id) => names.get(id)).sort(),
    })
  }
  return shown
}

export async function usersIn(api: Api) {
  const { members } = await api.getUsers({})
  return members
    .map((user) => ({
      name: user.full_name,
      email: user.delivery_email,
      role: user.role,
      isActive: user.is_active,
      isBot: user.is_bot,
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
