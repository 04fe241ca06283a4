import { type BotServiceObject, refuse, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesFor, noticesOf } from '../../../texts/notices.ts'
import type { Translate } from '../../../texts/texts.ts'
import { block, cut, plain } from '../../administration/integrations/words.ts'
import { type Composed, compose } from '../../conversation/messages/compose.ts'
import { checkedContent } from '../../conversation/messages/content.ts'
import type { Draft } from '../../conversation/messages/draft.ts'
import { messageHref } from '../../conversation/messages/href.ts'
import { storeWithin } from '../../conversation/messages/outbox.ts'
import type { FetchedRow } from '../../conversation/messages/present.ts'
import { amongPeople, inChannel, type Place } from '../../conversation/messages/resolve-destination.ts'
import { withTopicEffects } from '../../conversation/messages/send.ts'
import { changeFlagsWithin } from '../../conversation/read-state/flags.ts'
import { type Failure, failureBy, type Outcome } from './outcome.ts'
import { type Call, endCall, noteFailure, noteThatItWorks } from './store.ts'

/** A message because of which a bot is called, as it is now. */
export interface Occasion {
  call: Call
  realm: Realm
  bot: User
  service: BotServiceObject
  message: FetchedRow
}

const clientName = 'OutgoingWebhookResponse'

/** Of what a server answered instead of a reply, its owner sees this much. */
const mostShown = 2_000

/** Does what a call came to. All of it and the end of the call are one transaction, so that it happens once. */
export async function applyResponse(app: App, occasion: Occasion, called: Outcome): Promise<void> {
  const place = await placeOf(app, occasion)
  const { outcome, composed } = await composeOutcome(app, occasion, place, called)
  const letter = outcome.kind === 'failure' ? await letterToOwner(app, occasion, outcome) : undefined
  const { call, realm, bot, message } = occasion
  const sent = await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    if (!(await endCall(tx.db, call.id))) return 0
    const drafts: Draft[] = []
    if (composed !== undefined) drafts.push(withTopicEffects(realm, bot, place, composed))
    if (outcome.kind !== 'failure') await noteThatItWorks(tx, bot.id)
    else if (!outcome.isNormal && (await noteFailure(tx, bot.id, outcome.reason)) && letter !== undefined) {
      drafts.push(letter)
    }
    if (drafts.length > 0) await storeWithin(tx, drafts)
    // The bot has seen it, where it is one of those who can.
    const read = { messages: [message.id], op: 'add', flag: 'read' } as const
    await changeFlagsWithin(tx, realm, bot, read, 'ignore')
    return drafts.length
  })
  app.metrics.messagesSent(sent)
}

/** Where the message is now: it may have been moved since. Whether the bot may post there is not asked: it was called. */
async function placeOf(app: App, { realm, message }: Occasion): Promise<Place> {
  const channel = realm.directory.channelByRecipient(message.recipient_id)
  if (channel !== undefined) return inChannel(channel, message.topic)
  return await amongPeople(app, realm, message.user_ids ?? [])
}

/** A reply that cannot be sent is a failure. */
async function composeOutcome(
  app: App,
  occasion: Occasion,
  place: Place,
  outcome: Outcome,
): Promise<{ outcome: Outcome; composed?: Composed }> {
  const { realm, bot } = occasion
  const write = async (content: string, widgetContent?: string) =>
    await compose(app, realm, bot, place, {
      content: checkedContent(content),
      clientName,
      widgetContent,
    })
  if (outcome.kind === 'nothing') return { outcome }
  if (outcome.kind === 'failure') return { outcome, composed: await write(noteOf(occasion, place, outcome)) }
  try {
    assertStorable(outcome.content, outcome.widget ?? '')
    return { outcome, composed: await write(outcome.content, outcome.widget) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    const values = { error: plain(error.message) }
    const because = (text: Translate) => text('webhook.because.rejected', values)
    const failure = failureBy('rejected', because, outcome.content)
    return { outcome: failure, composed: await write(noteOf(occasion, place, failure)) }
  }
}

/** What no text can have, spelled out in JSON, too. */
function assertStorable(content: string, widget: string): void {
  const isFine = (text: string) => !text.includes('\0') && text.isWellFormed()
  if (!isFine(content) || !isFine(widget) || /\\u(0000|d[89a-f])/i.test(widget)) {
    throw refuse('BadRequest', 'It has a character that no text can have.')
  }
}

/** For everybody in a channel; among people, for whoever asked. */
function noteOf({ realm, message }: Occasion, { channel }: Place, { because }: Failure): string {
  const { directory } = realm
  const asker = channel === undefined ? directory.users.get(message.sender_id) : undefined
  const text = asker === undefined ? noticesOf(directory) : noticesFor(asker)
  return text('webhook.failed', { because: because(text) })
}

/** Whoever made the bot learns where it happened and what came instead of a reply. */
async function letterToOwner(app: App, occasion: Occasion, failure: Failure): Promise<Draft | undefined> {
  const { realm, bot } = occasion
  const { directory } = realm
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  if (!owner?.isActive) return undefined
  const address = `${directory.url}${hrefOf(occasion)}`
  const body = cut(failure.body.replaceAll('\0', '').toWellFormed().trim(), mostShown)
  const text = noticesFor(owner)
  const content = [
    text('webhook.failedAt', { url: address, because: failure.because(text) }),
    ...(body === '' ? [] : [text('webhook.answer'), block(body)]),
    text('webhook.last'),
  ].join('\n\n')
  const place = await amongPeople(
    app,
    realm,
    [bot.id, owner.id].sort((a, b) => a - b),
  )
  const composed = await compose(app, realm, bot, place, { content: checkedContent(content), clientName })
  return composed.draft
}

function hrefOf({ realm, bot, message }: Occasion): string {
  const { directory } = realm
  const channel = directory.channelByRecipient(message.recipient_id)
  if (channel !== undefined) return messageHref({ channel, topic: message.topic }, message.id)
  const others = (message.user_ids ?? []).flatMap((id) => directory.users.get(id) ?? [])
  return messageHref({ others: others.filter((user) => user !== bot) }, message.id)
}
