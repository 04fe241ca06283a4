import { createHash } from 'node:crypto'
import type { App } from '../../../app.ts'
import type { InboundEmail } from '../../../platform/inbound-email-config.ts'
import { parseAddress } from './address.ts'
import { type ChannelRecipient, deliverToChannel, findChannelRecipient } from './channel-delivery.ts'
import { type ParsedEmail, parseEmail } from './parse-email.ts'
import { assertWanted } from './refuse-unwanted.ts'
import { findReplyRecipient, type ReplyRecipient } from './reply-address.ts'
import { deliverReply } from './reply-delivery.ts'
import { SmtpRefusal, toRefusal, unknownAddress } from './smtp-refusal.ts'
import { wasReceived } from './store.ts'

export interface Envelope {
  /** Empty for automatic reports of mail servers. */
  from: string
  to: readonly string[]
}

type Recipient =
  | { kind: 'channel'; token: string; channel: ChannelRecipient }
  | { kind: 'reply'; token: string; reply: ReplyRecipient }

const limitedSender = 'inboundEmailSender'
const limitedAddress = 'inboundEmail'

/** Refuses senders that have sent too much. */
export function assertSenderBelowLimit(app: App, address: string): void {
  if (app.config.rateLimits && address !== '') app.limiter.take(limitedSender, address.toLowerCase())
}

/** Finds the destination of an address. Refuses the address if there is none, or if too much was sent to it. */
export async function findRecipient(app: App, settings: InboundEmail, address: string): Promise<Recipient> {
  const parsed = parseAddress(address, settings.domain)
  if (parsed === undefined) throw unknownAddress()
  if (parsed.kind === 'unknown-option') {
    throw new SmtpRefusal(
      550,
      `5.1.1 "${parsed.option.replace(/[^\w-]/g, '').slice(0, 50)}" is no option of an address.`,
    )
  }
  if (parsed.kind === 'reply') {
    return { kind: 'reply', token: parsed.token, reply: await findReplyRecipient(app, parsed.token) }
  }
  return {
    kind: 'channel',
    token: parsed.token,
    channel: await findChannelRecipient(app, parsed.token, parsed.options),
  }
}

/** Refuses addresses that receive too much. */
export function assertAddressBelowLimit(app: App, { token }: Recipient): void {
  if (app.config.rateLimits) app.limiter.take(limitedAddress, token)
}

/**
 * Posts an email to all of its recipients. When this resolves, everything is durable. If one delivery fails temporarily, the
 * sender has to repeat all of them: those that succeeded are not repeated.
 */
export async function receiveEmail(
  app: App,
  settings: InboundEmail,
  envelope: Envelope,
  raw: Buffer,
): Promise<void> {
  const email = await parseEmail(raw)
  const refusals: SmtpRefusal[] = []
  let delivered = 0
  for (const address of new Set(envelope.to.map((one) => one.toLowerCase()))) {
    try {
      await deliver(app, settings, envelope, email, address)
      delivered++
    } catch (error) {
      refusals.push(toRefusal(app, error))
    }
  }
  const temporary = refusals.find(({ responseCode }) => responseCode < 500)
  if (temporary !== undefined) throw temporary
  if (delivered === 0 && refusals[0] !== undefined) throw refusals[0]
  // A response covers all recipients, so a refusal of some of them cannot be reported.
  for (const { message } of refusals) {
    app.metrics.emailReceived('refused')
    app.logger.info({ reason: message }, 'an email was refused for one of its recipients')
  }
}

async function deliver(
  app: App,
  settings: InboundEmail,
  { from }: Envelope,
  email: ParsedEmail,
  address: string,
): Promise<void> {
  const recipient = await findRecipient(app, settings, address)
  const key = keyOf(recipient, email)
  if (await wasReceived(app.database.db, key)) return app.metrics.emailReceived('repeated')
  assertWanted(email, from, settings, { allowsAutomated: recipient.kind === 'channel' })
  const isPosted =
    recipient.kind === 'channel'
      ? await deliverToChannel(app, recipient.channel, email, key)
      : await deliverReply(app, recipient.reply, email, key)
  app.metrics.emailReceived(isPosted ? 'posted' : 'repeated')
}

/** Differs per address, and is the same if a mail server repeats a delivery. */
const keyOf = ({ kind, token }: Recipient, { id }: ParsedEmail) =>
  createHash('sha256').update(`${kind}\0${token}\0${id}`).digest('base64url')
