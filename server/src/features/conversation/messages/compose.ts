import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import { bits } from '../../../events/flag-bits.ts'
import type { MentionScope } from '../../../events/transaction.ts'
import { linkifiersIn } from '../../../markdown/directory-context.ts'
import { topicLinks } from '../../../markdown/topic-links.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { alertedBy } from '../../identity/alert-words/match.ts'
import { avatarUrl, mayOmitAvatar } from '../../identity/users/present.ts'
import { participantsOfTopic } from '../../places/channels/topic-messages-store.ts'
import { formOf, widgetOf } from '../submessages/widgets.ts'
import { type RenderedWithFiles, renderWithFiles } from '../uploads/render.ts'
import { isMeMessage } from './content.ts'
import type { Draft } from './draft.ts'
import { assertMayMention, mentionedBots, mentionFlags, receiverTest } from './mentions.ts'
import { presentSender } from './present.ts'
import type { RenderedContent } from './render-content.ts'
import type { Place } from './resolve-destination.ts'
import { readsBySending } from './rules.ts'
import { takeSubmessageId } from './send-store.ts'

export interface Composition {
  content: string
  clientName: string
  readBySender?: boolean | undefined
  /** A widget that the sender spells out, as JSON. */
  widgetContent?: string | undefined
  echo?: Draft['event']['echo']
  /** The transaction, where one has moved messages: links to topics lead to what they are now. */
  within?: Db
}

/** A message that may be sent, and whom of its receivers it names. */
export interface Composed {
  draft: Draft
  mentioned: number[]
}

/** Renders a message and decides what it means for each of its receivers. */
export async function compose(
  app: App,
  realm: Realm,
  sender: User,
  place: Place,
  what: Composition,
): Promise<Composed> {
  const { directory } = realm
  const form = what.widgetContent === undefined ? undefined : formOf(what.widgetContent)
  const rendered = await renderWithFiles(app, realm, sender, what.content, { db: what.within })
  const where = await mentionScopeOf(app, place, rendered, sender)
  await realm.decideFresh(() => assertMayMention(directory, sender, rendered.mentions, where))
  const widget = form ?? widgetOf(what.content)
  return {
    draft: {
      ...draftOf(app, realm, sender, place, what, rendered, where),
      topicWishes: [],
      revival: null,
      widget: widget === null ? null : { id: await takeSubmessageId(app.database.db), content: widget },
    },
    mentioned: rendered.mentions.users.filter(receiverTest(where)),
  }
}

async function mentionScopeOf(
  app: App,
  { channel, topic, userIds }: Place,
  { mentions }: RenderedContent,
  sender: User,
): Promise<MentionScope> {
  if (channel === undefined) return { people: userIds }
  const participants = mentions.topicWildcard
    ? await participantsOfTopic(app.database.db, channel, topic)
    : new Set<number>()
  return { channel, participants: participants.add(sender.id) }
}

function draftOf(
  app: App,
  { directory, extensions }: Realm,
  sender: User,
  { channel, addressed, ...where }: Place,
  what: Composition,
  rendered: RenderedWithFiles,
  scope: MentionScope,
): Omit<Draft, 'widget' | 'topicWishes' | 'revival'> {
  const sentAt = new Date(app.clock.now())
  const receives = receiverTest(scope)
  const readBySender = what.readBySender ?? readsBySending(what.clientName)
  const also = mentionedBots(directory, rendered.mentions, scope)

  const flags = mentionFlags(directory, rendered.mentions, scope)
  const add = (id: number, added: number) => flags.set(id, (flags.get(id) ?? 0) | added)
  for (const id of alertedBy(what.content, directory.alertWords))
    if (receives(id)) add(id, bits.has_alert_word)
  for (const id of also) add(id, bits.mentioned | bits.delivered | bits.markedUnread)
  const told = [...flags]
  if (!readBySender && receives(sender.id)) add(sender.id, bits.markedUnread)

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
    work: extensions.messageSent.map((one) => one.workFor(directory, sender, rendered, scope)),
    channelWildcard,
    hasProtectedHistory: channel !== undefined && !channel.historyPublicToSubscribers,
    client: what.clientName,
    sentAt,
    flags,
    readBy,
    also,
    event: {
      ...(read_by.length > 0 ? { read_by } : {}),
      ...(told.length > 0 ? { flags: Object.fromEntries(told) } : {}),
      ...(channelWildcard ? { channel_wildcard: true as const } : {}),
      ...(what.echo === undefined ? {} : { echo: what.echo }),
    },
    message: {
      ...addressed,
      ...presentSender(directory, sender),
      content: what.content,
      rendered_content: rendered.html,
      avatar: { url: avatarUrl(sender), omissible: mayOmitAvatar(sender) },
      client: what.clientName,
      is_me_message: isMeMessage(what.content),
      timestamp: toSeconds(sentAt.getTime()),
      reactions: [],
      topic_links: addressed.type === 'stream' ? topicLinks(where.topic, linkifiersIn(directory)) : [],
    },
  }
}
