import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { emailGateway, isEmailGateway } from '../../../realms/system.ts'
import { assertAdministers } from '../../identity/bots/rules.ts'
import {
  type ChannelEmailKey,
  channelEmailByToken,
  findChannelEmail,
  insertChannelEmail,
  replaceChannelEmail,
} from './email-address-store.ts'

/** With the token and the default option, the local part has at most 64 characters, as RFC 5321 demands. */
const maxSlugLength = 18
const purpose = 'channel email'

/**
 * Checks the sender for emails to a channel: the email gateway, the caller, or a bot the caller may
 * administer.
 */
export function assertMaySendEmailAs(directory: Directory, user: User, senderId: number): void {
  if (senderId === user.id) return
  const sender = directory.users.get(senderId)
  if (sender !== undefined && isEmailGateway(sender)) return
  if (sender === undefined || !isBot(sender) || sender.isSystemBot || !sender.isActive)
    throw apiError('channel-email-sender-denied')
  assertAdministers(user, sender)
}

/** The caller's email address of a channel, created if it is the first request. Empty if the server receives no email. */
export async function emailAddressOf(
  app: App,
  realm: Realm,
  user: User,
  channel: Channel,
  senderId: number | undefined,
): Promise<string> {
  if (app.config.inboundEmail === undefined) return ''
  const key = keyOf(realm, user, channel, senderId)
  const find = async () => await findChannelEmail(app.database.db, key)
  let found = await find()
  if (found === undefined) {
    await realm.transact((tx) => insertChannelEmail(tx, { ...key, ...newToken(app) }))
    found = await find()
  }
  return found === undefined ? '' : addressFor(app, channel, tokenOf(app, found.salt))
}

/** Replaces the caller's address, so that the previous one receives nothing anymore. */
export async function replaceEmailAddress(
  app: App,
  realm: Realm,
  user: User,
  channel: Channel,
  senderId: number | undefined,
): Promise<string> {
  if (app.config.inboundEmail === undefined) throw apiError('inbound-email-disabled')
  const key = keyOf(realm, user, channel, senderId)
  const token = newToken(app)
  await realm.transact(async (tx) => {
    await replaceChannelEmail(tx, { ...key, ...token })
    tx.audit({
      kind: 'channel.email_replaced',
      target: { type: 'channel', id: channel.id, name: channel.name },
      after: { sender_id: key.sender_id },
    })
  })
  return addressFor(app, channel, tokenOf(app, token.salt))
}

/** The address with this token. Undefined if there is none, or it was replaced. */
export const channelEmailOf = async (app: App, token: string) =>
  await channelEmailByToken(app.database.db, hashOfKey(token))

function keyOf(realm: Realm, user: User, channel: Channel, senderId: number | undefined): ChannelEmailKey {
  const sender_id = senderId ?? emailGateway(realm.directory).id
  return { channel_id: channel.id, user_id: user.id, sender_id }
}

/** 128 bits that only this server can compute. */
const tokenOf = ({ signer }: App, salt: string) =>
  Buffer.from(signer.sign(purpose, salt), 'base64url').toString('hex').slice(0, 32)

function newToken(app: App) {
  const salt = randomKey()
  return { salt, token_hash: hashOfKey(tokenOf(app, salt)), created_at: new Date(app.clock.now()) }
}

function addressFor({ config }: App, { name }: Channel, token: string): string {
  const slug = slugOf(name)
  return `${slug === '' ? '' : `${slug}.`}${token}.show-sender@${config.inboundEmail?.domain ?? ''}`
}

/** The name for human readers; it is not part of the lookup. Empty if ASCII cannot express it. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  if (/[^\p{ASCII}]/u.test(plain)) return ''
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '')
}
