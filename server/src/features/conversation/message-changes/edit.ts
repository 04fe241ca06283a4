import { type AttachmentObject, apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, type User, wasReceivedBy } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { LoggedUpdate } from '../../../events/logged-event.ts'
import type { MentionScope, Tx } from '../../../events/transaction.ts'
import { linkifiersIn } from '../../../markdown/directory-context.ts'
import { topicLinks } from '../../../markdown/topic-links.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findAlertedUsers } from '../../identity/alert-words/match.ts'
import { assertFewMentionsAndLinks, isLimited } from '../../identity/users/new-accounts.ts'
import { activityPeriodMs, markActive } from '../../places/channels/activity.ts'
import { hasVisibleMessage, participantsOfTopic } from '../../places/channels/topic-messages-store.ts'
import { reindexMessages } from '../message-queries/reindex.ts'
import { storeSearchTexts } from '../message-queries/reindex-store.ts'
import { isMeMessage } from '../messages/content.ts'
import { presentSubscribers } from '../messages/here.ts'
import { assertMayMention, mentionedPeople, wildcardPeople } from '../messages/mentions.ts'
import type { RenderedContent } from '../messages/render-content.ts'
import { updateClaims, withFinalAttachments } from '../uploads/claims.ts'
import { renderWithFiles } from '../uploads/render.ts'
import { messageToChange } from './access.ts'
import { publishDeletion } from './delete.ts'
import { changeMessages, moveReadState, updateFlags } from './edit-store.ts'
import { gainingUsers, movePolicies, postMoveNotices, postResolvedNotice, usersLosingAccess } from './move.ts'
import { type EditPlan, type EditRequest, editedContent, maxMoveAgeMs, planEdit } from './plan.ts'
import { flagGroupsOf, receiversInChannel } from './receivers.ts'
import { classifyTopicChange } from './resolve.ts'
import { holdersOf, lockMessage, type RowHolder, type StoredMessage } from './store.ts'
import { messagesInTopic, participantsIn, topicAge } from './topic-store.ts'

/**
 * Edits a message, moves it and others of its topic, or resolves the topic, in one transaction. Returns
 * attachments of the user that no message links to any more.
 */
export async function updateMessage(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  request: EditRequest,
): Promise<AttachmentObject[]> {
  const first =
    request.content === undefined
      ? undefined
      : await renderWithFiles(app, realm, user, editedContent(request.content))
  if (first !== undefined && (await isLimited(app.database.db, realm.directory, user, app.clock.now()))) {
    assertFewMentionsAndLinks(realm.directory, first)
  }
  return await realm.transactExclusively(async (tx) => {
    const rendered = first && (await withFinalAttachments(tx, first))
    const message = await messageToChange(tx, realm, user, id)
    const plan = planEdit(realm.directory, user, message, request, app.clock.now())
    const change = new Edit(app, tx, realm, user, message, plan, request)
    if (plan.moves) await change.selectMessages()
    if (rendered !== undefined) await change.editContent(rendered)
    await change.apply(rendered)
    if (rendered === undefined) return []
    return await updateClaims(tx, message, rendered.attachments)
  })
}

/** A change that was made on another server, which this organization previews. It was allowed there. */
export interface FollowedEdit {
  ids: readonly [number, ...number[]]
  by: User
  at: Date
  /** Only for a single message. */
  content?: string
  to?: { channel: Channel; topic: string }
}

/** Repeats a change without checking permissions, posting notices or notifying anybody. Ignores deleted messages. */
export async function followEdit(app: App, realm: Realm, followed: FollowedEdit): Promise<void> {
  const { ids, by, content, to } = followed
  const first = content === undefined ? undefined : await renderWithFiles(app, realm, by, content)
  await realm.transactExclusively(async (tx) => {
    const rendered = first && (await withFinalAttachments(tx, first))
    const message = await lockMessage(tx, ids[0])
    if (message === undefined || (content !== undefined && message.isHidden)) return
    const topic = to === undefined || to.topic === message.topic ? undefined : to.topic
    const channel = to === undefined || to.channel.id === message.channelId ? undefined : to.channel
    const moves = topic !== undefined || channel !== undefined
    if (!moves && content === undefined) return
    const change = topic === undefined ? undefined : classifyTopicChange(message.topic, topic)
    const onlyResolves = change !== undefined && change !== 'move' && channel === undefined
    const plan: EditPlan = { content, topic, change, channel, onlyResolves, moves }
    const edit = new Edit(app, tx, realm, by, message, plan, unnoticed, followed)
    if (rendered !== undefined) await edit.editContent(rendered)
    await edit.apply(rendered)
    if (rendered !== undefined) await updateClaims(tx, message, rendered.attachments)
  })
}

const unnoticed: EditRequest = {
  content: undefined,
  topic: undefined,
  stream_id: undefined,
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: false,
}

/** State of one edit inside its transaction. */
class Edit {
  readonly #app: App
  readonly #tx: Tx
  readonly #realm: Realm
  readonly #user: User
  readonly #message: StoredMessage
  readonly #plan: EditPlan
  readonly #request: EditRequest
  readonly #isFollowed: boolean
  readonly #now: Date
  #ids: number[]
  #holders: RowHolder[] | undefined

  constructor(
    app: App,
    tx: Tx,
    realm: Realm,
    user: User,
    message: StoredMessage,
    plan: EditPlan,
    request: EditRequest,
    followed?: FollowedEdit,
  ) {
    this.#app = app
    this.#tx = tx
    this.#realm = realm
    this.#user = user
    this.#message = message
    this.#plan = plan
    this.#request = request
    this.#isFollowed = followed !== undefined
    this.#now = followed?.at ?? new Date(app.clock.now())
    this.#ids = followed === undefined ? [message.id] : [...followed.ids]
  }

  get #channel(): Channel | undefined {
    const { channelId } = this.#message
    return channelId === null ? undefined : this.#realm.directory.channels.get(channelId)
  }

  get #isRecent(): boolean {
    return this.#now.getTime() - this.#message.sentAt.getTime() < activityPeriodMs
  }

  /**
   * Selects the messages to change. A move within a channel affects the whole topic; a move to another
   * channel only messages the user can see.
   */
  async selectMessages(): Promise<void> {
    const { propagate_mode } = this.#request
    const channel = this.#channel
    if (channel === undefined || propagate_mode === 'change_one') return
    const { topic, id } = this.#message
    if (propagate_mode === 'change_all') await this.#assertTopicIsYoung(channel)
    const from = propagate_mode === 'change_later' ? id : 0
    const seenBy = this.#plan.channel === undefined ? undefined : this.#user.id
    this.#ids = await messagesInTopic(this.#tx.db, channel, topic, from, seenBy)
  }

  async #assertTopicIsYoung(channel: Channel): Promise<void> {
    const oldest = maxMoveAgeMs(this.#realm.directory, this.#user, this.#plan)
    if (oldest === undefined) return
    const since = new Date(this.#now.getTime() - oldest)
    const age = await topicAge(this.#tx.db, channel, this.#message.topic, this.#user.id, since)
    if (age.young === age.total) return
    const extra = {
      first_message_id_allowed_to_move: age.firstYoung,
      total_messages_in_topic: age.total,
      total_messages_allowed_to_move: age.young,
    }
    throw apiError('message-move-limit-exceeded', {}, extra)
  }

  /** Checks mentions and sets the receivers' flags for the new content. */
  async editContent(rendered: RenderedContent): Promise<void> {
    const { directory } = this.#realm
    const { mentions } = rendered
    const where = await this.#mentionScope(mentions)
    if (!this.#isFollowed) assertMayMention(directory, this.#user, mentions, where)
    const { id } = this.#message
    const holders = new Set((await this.#holdersOf([id])).map((holder) => holder.userId))
    const hasRow = (userId: number) =>
      holders.has(userId) ||
      ('channel' in where ? wasReceivedBy(where.channel, userId, id) : where.people.includes(userId))
    const flags = new Map<number, number>()
    const add = (userId: number, bit: number) => {
      if (hasRow(userId)) flags.set(userId, (flags.get(userId) ?? 0) | bit)
    }
    for (const userId of mentionedPeople(directory, mentions)) add(userId, flagBits.mentioned)
    for (const userId of findAlertedUsers(this.#plan.content ?? '', directory.alertWords)) {
      add(userId, flagBits.has_alert_word)
    }
    for (const userId of wildcardPeople(mentions, where)) add(userId, flagBits.topic_wildcard_mentioned)
    const edit = { messageId: id, mentions, previewLinks: rendered.previewLinks, flags }
    const extensions = this.#isFollowed ? [] : this.#tx.extensions.messageEdited
    for (const extend of extensions) await extend(this.#tx, edit)
    await updateFlags(this.#tx, id, flags)
  }

  async #mentionScope(mentions: RenderedContent['mentions']): Promise<MentionScope> {
    const channel = this.#channel
    if (channel === undefined) return { people: this.#message.userIds ?? [] }
    const participants = mentions.topicWildcard
      ? await participantsOfTopic(this.#tx.db, channel, this.#message.topic)
      : new Set<number>()
    const present = mentions.hereWildcard
      ? await presentSubscribers(this.#tx.db, this.#realm.directory, channel, this.#now.getTime())
      : new Set<number>()
    return { channel, participants, present }
  }

  async apply(rendered: RenderedContent | undefined): Promise<void> {
    const { channel: to, topic } = this.#plan
    const from = this.#channel
    const tx = this.#tx
    const { directory } = this.#realm
    if (from === undefined) {
      await this.#write(rendered)
      await this.#publish(this.#message.userIds ?? [], rendered)
      return
    }
    const place = { channel: from, topic: this.#message.topic }
    const target = { channel: to ?? from, topic: topic ?? this.#message.topic }
    const oldReceivers = receiversInChannel(directory, from, this.#ids, await this.#holdersOf(this.#ids))
    const lost = to === undefined ? new Set<number>() : usersLosingAccess(directory, oldReceivers, from, to)
    const others = this.#plan.moves ? gainingUsers(directory, from, target.channel) : []
    const receivers = [...new Set([...oldReceivers, ...others])].filter((userId) => !lost.has(userId))
    if (!this.#plan.moves) {
      await this.#write(rendered)
      await this.#publish(receivers, rendered)
      return
    }

    const targetHadMessages = await hasVisibleMessage(tx.db, target.channel, target.topic, this.#user.id)
    const participants = this.#plan.onlyResolves ? await participantsIn(tx.db, this.#ids) : new Set<number>()
    await this.#write(rendered)
    const touched = to === undefined ? [] : await moveReadState(tx, this.#ids, from, to, lost)
    // Flags after the move, which removed some users' state.
    const flags = await flagGroupsOf(tx.db, this.#message.id, receivers)
    const whole =
      this.#request.propagate_mode === 'change_all' ||
      !(await hasVisibleMessage(tx.db, from, place.topic, this.#user.id))
    const moved = { by: this.#user, from: place, to: target, ids: this.#ids, whole }
    if (whole) await movePolicies(tx, directory, moved, targetHadMessages, this.#now)
    if (to !== undefined && this.#isRecent) await markActive(tx, directory, to)
    this.#publishUpdate(receivers, flags, rendered, touched)
    if (lost.size > 0) {
      const old = { message_type: 'stream' as const, stream_id: from.id, topic: place.topic }
      publishDeletion(tx, old, this.#ids, [...lost])
    }
    await this.#postNotices(moved, targetHadMessages, participants)
  }

  async #write(rendered: RenderedContent | undefined): Promise<void> {
    const { topic, channel: to, content, onlyResolves, moves } = this.#plan
    const from = this.#channel
    await changeMessages(this.#tx, this.#ids, {
      userId: this.#user.id,
      at: this.#now,
      topic,
      channel: to === undefined || from === undefined ? undefined : { from, to },
      isMove: moves && !onlyResolves,
      content:
        rendered === undefined || content === undefined
          ? undefined
          : {
              id: this.#message.id,
              text: content,
              html: rendered.html,
              hasLink: rendered.hasLink,
              hasImage: rendered.hasImage,
              channelWildcard: rendered.mentions.channelWildcard,
            },
    })
    if (topic !== undefined || content !== undefined) await this.#reindex(rendered)
  }

  async #reindex(rendered: RenderedContent | undefined): Promise<void> {
    const { id, topic, renderedContent } = this.#message
    if (this.#ids.length > 1) return await reindexMessages(this.#tx, this.#ids)
    const text = { id, topic: this.#plan.topic ?? topic, html: rendered?.html ?? renderedContent }
    await storeSearchTexts(this.#tx.db, [text])
  }

  /** Cached because most edits query the holders of the same message twice. */
  async #holdersOf(ids: readonly number[]): Promise<RowHolder[]> {
    if (ids.length > 1) return await holdersOf(this.#tx.db, ids)
    this.#holders ??= await holdersOf(this.#tx.db, [this.#message.id])
    return this.#holders
  }

  async #publish(receivers: readonly number[], rendered: RenderedContent | undefined): Promise<void> {
    const flags = await flagGroupsOf(this.#tx.db, this.#message.id, receivers)
    this.#publishUpdate(receivers, flags, rendered, [])
  }

  #publishUpdate(
    receivers: readonly number[],
    flags: LoggedUpdate['flags'],
    rendered: RenderedContent | undefined,
    touched: number[],
  ): void {
    const { topic, channel: to, content, moves } = this.#plan
    const message = this.#message
    const from = this.#channel
    this.#tx.publish(
      {
        type: 'update_message',
        user_id: this.#user.id,
        rendering_only: false,
        message_id: message.id,
        message_ids: this.#ids,
        flags,
        edit_timestamp: toSeconds(this.#now.getTime()),
        ...(from === undefined ? {} : { stream_id: from.id, stream_name: from.name }),
        ...(moves ? { propagate_mode: this.#request.propagate_mode, orig_subject: message.topic } : {}),
        ...(topic === undefined
          ? {}
          : { subject: topic, topic_links: topicLinks(topic, linkifiersIn(this.#realm.directory)) }),
        ...(to === undefined ? {} : { new_stream_id: to.id }),
        ...(rendered === undefined || content === undefined
          ? {}
          : {
              orig_content: message.content,
              orig_rendered_content: message.renderedContent,
              content,
              rendered_content: rendered.html,
              is_me_message: isMeMessage(content),
            }),
      },
      { users: [...receivers] },
      touched.length === 0 || to === undefined
        ? null
        : { subscriptions: { channels: [to.id], users: touched } },
    )
  }

  async #postNotices(
    moved: Parameters<typeof postMoveNotices>[3],
    targetWasVisible: boolean,
    participants: ReadonlySet<number>,
  ): Promise<void> {
    if (this.#isFollowed) return
    if (!this.#plan.onlyResolves) {
      await postMoveNotices(this.#app, this.#tx, this.#realm, moved, this.#request, targetWasVisible)
    } else if (this.#plan.content === undefined) {
      const { to } = moved
      await postResolvedNotice(this.#app, this.#tx, this.#realm, this.#user, to, this.#plan, participants)
    }
  }
}
