import { postDenial, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isEmailGateway } from '../../../realms/system.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { assertMaySendEmailAs, channelEmailOf } from '../../places/channels/email-address.ts'
import type { EmailOptions } from './address.ts'
import { storeAttachments } from './attachments.ts'
import { bodyOf, fittedContent, senderLine, topicOfSubject, withoutEffects } from './message.ts'
import type { ParsedEmail } from './parse-email.ts'
import { postEmail } from './post-email.ts'
import { SmtpRefusal, unknownAddress } from './smtp-refusal.ts'

/** The channel that an address leads to, and the user who posts. */
export interface ChannelRecipient {
  realm: Realm
  channel: Channel
  sender: User
  options: EmailOptions
}

/**
 * Finds the channel of an address. Refuses it if it was replaced, if the channel is archived, or if its owner could not
 * post there themselves.
 */
export async function findChannelRecipient(
  app: App,
  token: string,
  options: EmailOptions,
): Promise<ChannelRecipient> {
  const address = await channelEmailOf(app, token)
  if (address === undefined) throw unknownAddress()
  const realm = await app.realms.byId(address.realm_id)
  await realm.follower.advance()
  const { directory } = realm
  const owner = directory.users.get(address.user_id)
  const sender = directory.users.get(address.sender_id)
  const channel = directory.channels.get(address.channel_id)
  if (directory.realm.deactivated || !owner?.isActive || channel === undefined) throw unknownAddress()
  if (sender === undefined || (!isEmailGateway(sender) && !sender.isActive)) throw unknownAddress()
  if (channel.isArchived) throw new SmtpRefusal(550, '5.2.1 This channel is archived.')
  try {
    assertMaySendEmailAs(directory, owner, sender.id)
  } catch {
    throw unknownAddress()
  }
  const poster = isEmailGateway(sender) ? owner : sender
  const isDenied = postDenial(permissionsOf(directory), poster, channel) !== undefined
  if (isDenied || !canReadChannel(directory, owner, channel)) {
    throw new SmtpRefusal(550, '5.7.1 Posting to this channel is not allowed with this address.')
  }
  return { realm, channel, sender, options }
}

/** Posts an email to a channel. False if it was posted before. */
export async function deliverToChannel(
  app: App,
  { realm, channel, sender, options }: ChannelRecipient,
  email: ParsedEmail,
  key: string,
): Promise<boolean> {
  const text = noticesOf(realm.directory)
  const body = withoutEffects(await bodyOf(email, options))
  const stored = await storeAttachments(app, realm, sender, email.attachments, text)
  try {
    const isEmpty = body.trim() === '' && stored.markdown === ''
    const before = options.showSender ? senderLine(email, text) : ''
    const isPosted = await postEmail(app, realm, {
      sender,
      input: {
        type: 'channel',
        to: channel.id,
        topic: topicOfSubject(email.subject, text),
        content: fittedContent(before, isEmpty ? text('email.noContent') : body, stored.markdown),
      },
      key,
      readBySender: false,
    })
    if (!isPosted) await stored.discard()
    return isPosted
  } catch (error) {
    // After any other failure the message may exist.
    if (error instanceof WireError) await stored.discard()
    throw error
  }
}
