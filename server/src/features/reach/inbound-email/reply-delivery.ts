import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { emailTexts } from '../../../email/template.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { noticesFor } from '../../../texts/notices.ts'
import { languageOf } from '../../../texts/reader.ts'
import { reasonText } from '../../../texts/reasons.ts'
import { mayReadMessage } from '../../conversation/messages/access.ts'
import type { MessageInput } from '../../conversation/messages/resolve-destination.ts'
import { relationsOf } from '../../conversation/read-state/flags-store.ts'
import { storeAttachments } from './attachments.ts'
import { failedReplyEmail } from './emails.ts'
import { bodyOf, fittedContent } from './message.ts'
import type { ParsedEmail } from './parse-email.ts'
import { postEmail } from './post-email.ts'
import type { ReplyRecipient } from './reply-address.ts'
import { useReplyAddress } from './reply-store.ts'
import { insertReceived } from './store.ts'

/** A reply that cannot be posted, with the name of a text that says why. */
class ReplyProblem extends Error {
  readonly text: string

  constructor(text: string) {
    super(text)
    this.text = text
  }
}

const noOptions = { includeQuotes: false, preferHtml: false }

/**
 * Posts a reply to a notification as the user who got it. If that is impossible, emails them the reason. False if the reply was
 * handled before.
 */
export async function deliverReply(
  app: App,
  recipient: ReplyRecipient,
  email: ParsedEmail,
  key: string,
): Promise<boolean> {
  const written = await bodyOf(email, noOptions)
  try {
    return await post(app, recipient, email, written, key)
  } catch (error) {
    const sentence = sentenceFor(error, recipient)
    if (sentence === undefined) throw error
    return await returnToSender(app, recipient, sentence, written, key)
  }
}

async function post(
  app: App,
  { realm, user, row }: ReplyRecipient,
  email: ParsedEmail,
  written: string,
  key: string,
): Promise<boolean> {
  const now = new Date(app.clock.now())
  if (row.used_at !== null) throw new ReplyProblem('failedReply.used')
  if (row.expires_at <= now) throw new ReplyProblem('failedReply.expired')
  if (written.trim() === '' && email.attachments.length === 0) throw new ReplyProblem('failedReply.empty')
  const to = await conversationOf(app, { realm, user, row })
  const stored = await storeAttachments(app, realm, user, email.attachments, noticesFor(user))
  const input = { ...to, content: fittedContent('', written, stored.markdown) }
  const within: Parameters<typeof postEmail>[2]['within'] = async (tx) => {
    if (!(await useReplyAddress(tx, row.id, now))) throw new ReplyProblem('failedReply.used')
  }
  try {
    const isPosted = await postEmail(app, realm, { sender: user, input, key, readBySender: true, within })
    if (!isPosted) await stored.discard()
    return isPosted
  } catch (error) {
    if (error instanceof WireError || error instanceof ReplyProblem) await stored.discard()
    throw error
  }
}

/** Where the message is now, if the user can still read it. */
async function conversationOf(
  app: App,
  { realm, user, row }: ReplyRecipient,
): Promise<Omit<MessageInput, 'content'>> {
  const [message] = await relationsOf(app.database.db, realm.id, user.id, [row.message_id])
  if (message === undefined || !mayReadMessage(realm.directory, user, message))
    throw new ReplyProblem('failedReply.gone')
  if (message.channelId !== null) return { type: 'channel', to: message.channelId, topic: message.topic }
  const others = (message.userIds ?? []).filter((id) => id !== user.id)
  return { type: 'direct', to: others.length === 0 ? [user.id] : others, topic: undefined }
}

/** The reason in the language of the user. Undefined if the sender should try again instead. */
function sentenceFor(error: unknown, { realm, user }: ReplyRecipient): string | undefined {
  const language = languageOf(user)
  if (error instanceof ReplyProblem) {
    return emailTexts(language, { organization: realm.directory.realm.name })(error.text)
  }
  if (!(error instanceof WireError) || error.status >= 500 || error.status === 429) return undefined
  return reasonText(language, error.reason, error.params)
}

/** Emails the reason to the user, and records the delivery in the same transaction. */
async function returnToSender(
  app: App,
  { realm, user }: ReplyRecipient,
  sentence: string,
  written: string,
  key: string,
): Promise<boolean> {
  if (app.config.rateLimits) app.limiter.take('failedReply', user.id)
  return await realm.transact(async (tx) => {
    if (!(await insertReceived(tx, key, new Date(app.clock.now())))) return false
    await sendEmail(tx, failedReplyEmail(realm.directory, user, sentence, written))
    return true
  })
}
