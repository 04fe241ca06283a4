import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findReplyAddress, insertReplyAddress, type ReplyAddress } from './reply-store.ts'
import { unknownAddress } from './smtp-refusal.ts'

export const replyLifetimeMs = 30 * 86_400_000
const purpose = 'reply address'

/** The user who replies, and the message of the conversation. */
export interface ReplyRecipient {
  realm: Realm
  user: User
  row: ReplyAddress
}

/**
 * An address whose first email is posted by the user in the conversation of a message. Undefined if the server receives no
 * email.
 */
export async function createReplyAddress(
  app: App,
  tx: Tx,
  user: User,
  messageId: number,
): Promise<string | undefined> {
  const { inboundEmail } = app.config
  if (inboundEmail === undefined) return undefined
  const row = {
    user_id: user.id,
    message_id: messageId,
    expires_at: new Date(app.clock.now() + replyLifetimeMs),
  }
  const id = await insertReplyAddress(tx, row)
  return `reply+${id.toString(36)}-${signatureOf(app, { id, ...row })}@${inboundEmail.domain}`
}

/** Finds the user of an address. Used and expired addresses are found, too, so that their users learn why nothing is posted. */
export async function findReplyRecipient(app: App, token: string): Promise<ReplyRecipient> {
  const [id = '', signature] = token.split('-')
  const row = await findReplyAddress(app.database.db, Number.parseInt(id, 36))
  // The token cannot be guessed, so its comparison needs no constant time.
  if (row === undefined || signatureOf(app, row) !== signature) throw unknownAddress()
  const realm = await app.realms.byId(row.realm_id)
  await realm.follower.advance()
  const user = realm.directory.users.get(row.user_id)
  if (realm.directory.realm.deactivated || !user?.isActive) throw unknownAddress()
  return { realm, user, row }
}

/** 128 bits, bound to the user, the conversation and the expiry. */
const signatureOf = (
  { signer }: App,
  row: Pick<ReplyAddress, 'id' | 'user_id' | 'message_id' | 'expires_at'>,
) =>
  Buffer.from(
    signer.sign(purpose, `${row.id} ${row.user_id} ${row.message_id} ${row.expires_at.getTime()}`),
    'base64url',
  )
    .toString('hex')
    .slice(0, 32)
