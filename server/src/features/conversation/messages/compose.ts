import { callType, componentsType } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { MentionScope } from '../../../events/transaction.ts'
import { linkifiersIn } from '../../../markdown/directory-context.ts'
import { topicLinks } from '../../../markdown/topic-links.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findAlertedUsers } from '../../identity/alert-words/match.ts'
import {
  assertFewMentionsAndLinks,
  assertFewStrangers,
  assertSlowSender,
  isLimited,
} from '../../identity/users/new-accounts.ts'
import { avatarUrl, mayOmitAvatar } from '../../identity/users/present.ts'
import { participantsOfTopic } from '../../places/channels/topic-messages-store.ts'
import { formOf, widgetOf } from '../submessages/widgets.ts'
import { type RenderedWithFiles, renderWithFiles } from '../uploads/render.ts'
import { isMeMessage } from './content.ts'
import type { Draft } from './draft.ts'
import { presentSubscribers } from './here.ts'
import { assertMayMention, mentionedBots, mentionFlags, receiverTest } from './mentions.ts'
import { presentSender } from './present.ts'
import type { RenderedContent } from './render-content.ts'
import type { Destination } from './resolve-destination.ts'
import { readsBySending } from './rules.ts'
import { takeSubmessageId } from './send-store.ts'

export interface ComposeOptions {
  content: string
  clientName: string
  readBySender?: boolean | undefined
  /** A custom widget, as JSON. */
  widgetContent?: string | undefined
  /** Buttons and menus, already checked. */
  components?: string | undefined
  /** The card of a call, as JSON. */
  call?: string | undefined
  echo?: Draft['event']['echo']
  /** Pass the open transaction after a move so topic links resolve to the new location. */
  within?: Db
  /** A message of another server that this organization previews: it was allowed there, and causes no work here. */
  followed?: { sentAt: Date }
}

/** A message ready to send, and the receivers it mentions by name. */
export interface ComposedMessage {
  draft: Draft
  mentioned: number[]
}

/** Renders a message and computes the flags of each receiver. */
export async function compose(
  app: App,
  realm: Realm,
  sender: User,
  destination: Destination,
  what: ComposeOptions,
): Promise<ComposedMessage> {
  const { directory } = realm
  const form = what.widgetContent === undefined ? undefined : formOf(what.widgetContent)
  const rendered = await renderWithFiles(app, realm, sender, what.content, { db: what.within })
  if (what.followed === undefined) await assertWithinLimits(app, directory, sender, destination, rendered)
  const where = await mentionScopeOf(app, realm, destination, rendered, sender)
  if (what.followed === undefined) {
    await realm.decideFresh(() => assertMayMention(directory, sender, rendered.mentions, where))
  }
  const widget = what.components ?? what.call ?? form ?? widgetOf(what.content)
  const type = what.components !== undefined ? componentsType : what.call !== undefined ? callType : 'widget'
  return {
    draft: {
      ...draftOf(app, realm, sender, destination, what, rendered, where),
      topicPolicyUpdates: [],
      activation: null,
      widget: widget === null ? null : { id: await takeSubmessageId(app.database.db), type, content: widget },
    },
    mentioned: rendered.mentions.users.filter(receiverTest(where)),
  }
}

/** The limits for new accounts, if they apply to the sender. */
async function assertWithinLimits(
  { clock, database: { db } }: App,
  directory: Directory,
  sender: User,
  { channel, recipientId, userIds }: Destination,
  rendered: RenderedContent,
): Promise<void> {
  const now = clock.now()
  if (!(await isLimited(db, directory, sender, now))) return
  assertFewMentionsAndLinks(directory, rendered)
  await assertSlowSender(db, directory, sender, now)
  if (channel === undefined) await assertFewStrangers(db, directory, sender, { recipientId, userIds }, now)
}

async function mentionScopeOf(
  app: App,
  { directory }: Realm,
  { channel, topic, userIds }: Destination,
  { mentions }: RenderedContent,
  sender: User,
): Promise<MentionScope> {
  if (channel === undefined) return { people: userIds }
  const participants = mentions.topicWildcard
    ? await participantsOfTopic(app.database.db, channel, topic)
    : new Set<number>()
  const present = mentions.hereWildcard
    ? await presentSubscribers(app.database.db, directory, channel, app.clock.now())
    : new Set<number>()
  return { channel, participants: participants.add(sender.id), present }
}

function draftOf(
  app: App,
  { directory, extensions }: Realm,
  sender: User,
  { channel, messageFields, ...where }: Destination,
  what: ComposeOptions,
  rendered: RenderedWithFiles,
  scope: MentionScope,
): Omit<Draft, 'widget' | 'topicPolicyUpdates' | 'activation'> {
  const sentAt = what.followed?.sentAt ?? new Date(app.clock.now())
  const receives = receiverTest(scope)
  const readBySender = what.readBySender ?? readsBySending(what.clientName)
  const also = mentionedBots(directory, rendered.mentions, scope)

  const flags = mentionFlags(directory, rendered.mentions, scope)
  const add = (id: number, added: number) => flags.set(id, (flags.get(id) ?? 0) | added)
  for (const id of findAlertedUsers(what.content, directory.alertWords))
    if (receives(id)) add(id, flagBits.has_alert_word)
  for (const id of also) add(id, flagBits.mentioned | flagBits.delivered | flagBits.markedUnread)
  const publishedFlags = [...flags]
  if (!readBySender && receives(sender.id)) add(sender.id, flagBits.markedUnread)

  const readBy = [...(directory.mutedBy.get(sender.id) ?? [])].filter(receives)
  const read_by = readBySender ? [sender.id, ...readBy] : readBy
  const { channelWildcard } = rendered.mentions
  return {
    ...where,
    senderId: sender.id,
    content: what.content,
    renderedContent: rendered.html,
    hasLink: rendered.hasLink,
    hasImage: rendered.hasImage,
    attachments: rendered.attachments,
    work: extensions.messageSent.map((one) =>
      what.followed === undefined ? one.workFor(directory, sender, rendered, scope) : [],
    ),
    channelWildcard,
    hasProtectedHistory: channel !== undefined && !channel.historyPublicToSubscribers,
    client: what.clientName,
    sentAt,
    flags,
    readBy,
    also,
    event: {
      ...(read_by.length > 0 ? { read_by } : {}),
      ...(publishedFlags.length > 0 ? { flags: Object.fromEntries(publishedFlags) } : {}),
      ...(channelWildcard ? { channel_wildcard: true as const } : {}),
      ...(what.echo === undefined ? {} : { echo: what.echo }),
    },
    message: {
      ...messageFields,
      ...presentSender(directory, sender),
      content: what.content,
      rendered_content: rendered.html,
      avatar: { url: avatarUrl(sender), omissible: mayOmitAvatar(sender) },
      client: what.clientName,
      is_me_message: isMeMessage(what.content),
      timestamp: toSeconds(sentAt.getTime()),
      reactions: [],
      topic_links: messageFields.type === 'stream' ? topicLinks(where.topic, linkifiersIn(directory)) : [],
    },
  }
}
