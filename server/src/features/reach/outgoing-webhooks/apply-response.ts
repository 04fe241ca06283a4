import { apiError, type BotServiceObject, type WebhookTrigger, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesIn } from '../../../texts/notices.ts'
import { languageOf, languageOfOrganization } from '../../../texts/reader.ts'
import { reasonText } from '../../../texts/reasons.ts'
import type { Language, Translate } from '../../../texts/texts.ts'
import { block, cut, plain } from '../../administration/integrations/markup.ts'
import { type ComposedMessage, compose } from '../../conversation/messages/compose.ts'
import { checkedContent } from '../../conversation/messages/content.ts'
import type { Draft } from '../../conversation/messages/draft.ts'
import { messageHref } from '../../conversation/messages/href.ts'
import { storeWithin } from '../../conversation/messages/outbox.ts'
import type { FetchedRow } from '../../conversation/messages/present.ts'
import {
  channelDestination,
  type Destination,
  directDestination,
} from '../../conversation/messages/resolve-destination.ts'
import { withTopicEffects } from '../../conversation/messages/send.ts'
import { changeFlagsWithin } from '../../conversation/read-state/flags.ts'
import { type CallFailure, type CallOutcome, failureBy } from './outcome.ts'
import { clearFailures, endCall, recordFailure, storeFailedCall, type WebhookCall } from './store.ts'

/** A call with the current state of its message and bot. */
export interface CallContext {
  call: WebhookCall
  trigger: WebhookTrigger
  realm: Realm
  bot: User
  service: BotServiceObject
  message: FetchedRow
}

const clientName = 'OutgoingWebhookResponse'

/** Maximum length of an invalid response shown to the owner. */
const maxShownLength = 2_000

/** Applies the outcome of a call and ends the call in one transaction, so that it happens exactly once. */
export async function applyResponse(app: App, context: CallContext, called: CallOutcome): Promise<void> {
  const destination = await destinationOf(app, context)
  const { outcome, composed } = await composeOutcome(app, context, destination, called)
  const address = `${context.realm.directory.url}${hrefOf(context)}`
  const notice = outcome.kind === 'failure' ? await ownerNotice(app, context, address, outcome) : undefined
  const { call, realm, bot, message } = context
  const sent = await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    if (!(await endCall(tx.db, call.id))) return 0
    const drafts: Draft[] = []
    if (composed !== undefined) drafts.push(withTopicEffects(realm, bot, destination, composed))
    if (outcome.kind !== 'failure') await clearFailures(tx, bot.id)
    else if (!outcome.isUserError) {
      await storeFailedCall(tx.db, call, outcome.reason, new Date(app.clock.now()))
      if ((await recordFailure(tx, bot.id, outcome.reason)) && notice !== undefined) drafts.push(notice)
    }
    if (drafts.length > 0) await storeWithin(tx, drafts)
    // Marks the message read for the bot, if it received it.
    const read = { messages: [message.id], op: 'add', flag: 'read' } as const
    await changeFlagsWithin(tx, realm, bot, read, 'ignore')
    return drafts.length
  })
  app.metrics.messagesSent(sent)
}

/**
 * The message's current location, which may have changed. Skips the posting permission, because the bot was
 * triggered there.
 */
async function destinationOf(app: App, { realm, message }: CallContext): Promise<Destination> {
  const channel = realm.directory.channelByRecipient(message.recipient_id)
  if (channel !== undefined) return channelDestination(channel, message.topic)
  return await directDestination(app, realm, message.user_ids ?? [])
}

/** Composes the reply. A reply that cannot be sent becomes a failure. */
async function composeOutcome(
  app: App,
  context: CallContext,
  destination: Destination,
  outcome: CallOutcome,
): Promise<{ outcome: CallOutcome; composed?: ComposedMessage }> {
  const { realm, bot } = context
  const write = async (content: string, widgetContent?: string) =>
    await compose(app, realm, bot, destination, {
      content: checkedContent(content),
      clientName,
      widgetContent,
    })
  if (outcome.kind === 'nothing') return { outcome }
  if (outcome.kind === 'failure')
    return { outcome, composed: await write(failureNotice(context, destination, outcome)) }
  try {
    assertStorable(outcome.content, outcome.widget ?? '')
    return { outcome, composed: await write(outcome.content, outcome.widget) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    const because = (text: Translate, language: Language) =>
      text('webhook.because.rejected', { error: plain(sentenceOf(error, language)) })
    const failure = failureBy('rejected', because, outcome.content)
    return { outcome: failure, composed: await write(failureNotice(context, destination, failure)) }
  }
}

/** The sentence of an error, with the name of the part of the response at fault. */
function sentenceOf({ message, parameter, reason, params }: WireError, language: Language): string {
  if (reason === undefined) return message
  return `${parameter === undefined ? '' : `${parameter}: `}${reasonText(language, reason, params)}`
}

/** Refuses characters that cannot be stored, including escaped ones in JSON. */
function assertStorable(content: string, widget: string): void {
  const isFine = (text: string) => !text.includes('\0') && text.isWellFormed()
  if (!isFine(content) || !isFine(widget) || /\\u(0000|d[89a-f])/i.test(widget)) {
    throw apiError('webhook-response-unstorable')
  }
}

/** Uses the organization's language in channels, and the sender's in direct messages. */
function failureNotice(
  { realm, message }: CallContext,
  { channel }: Destination,
  { because }: CallFailure,
): string {
  const { directory } = realm
  const asker = channel === undefined ? directory.users.get(message.sender_id) : undefined
  const language = asker === undefined ? languageOfOrganization(directory) : languageOf(asker)
  const text = noticesIn(language)
  return text('webhook.failed', { because: because(text, language) })
}

/** Notifies the bot's owner with the location and the response. */
export async function ownerNotice(
  app: App,
  { realm, bot }: Pick<CallContext, 'realm' | 'bot'>,
  address: string,
  failure: CallFailure,
): Promise<Draft | undefined> {
  const { directory } = realm
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  if (!owner?.isActive) return undefined
  const body = cut(failure.body.replaceAll('\0', '').toWellFormed().trim(), maxShownLength)
  const language = languageOf(owner)
  const text = noticesIn(language)
  const content = [
    text('webhook.failedAt', { url: address, because: failure.because(text, language) }),
    ...(body === '' ? [] : [text('webhook.answer'), block(body)]),
    text('webhook.last'),
  ].join('\n\n')
  const destination = await directDestination(
    app,
    realm,
    [bot.id, owner.id].sort((a, b) => a - b),
  )
  const composed = await compose(app, realm, bot, destination, {
    content: checkedContent(content),
    clientName,
  })
  return composed.draft
}

function hrefOf({ realm, bot, message }: CallContext): string {
  const { directory } = realm
  const channel = directory.channelByRecipient(message.recipient_id)
  if (channel !== undefined) return messageHref({ channel, topic: message.topic }, message.id)
  const others = (message.user_ids ?? []).flatMap((id) => directory.users.get(id) ?? [])
  return messageHref({ others: others.filter((user) => user !== bot) }, message.id)
}
