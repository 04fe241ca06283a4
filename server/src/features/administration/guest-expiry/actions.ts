import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isAdmin, isBot, isGuest, type User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { sendDirectNotices } from '../../conversation/messages/notices.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import { deactivate } from '../accounts/deactivate.ts'
import * as store from './store.ts'

/** Days between the warning and the end. */
export const warningMs = 7 * 86_400_000

/** The date of an invitation or change, checked. */
export function checkedExpiry(seconds: number, now: number): Date {
  const at = seconds * 1_000
  if (at <= now || at > Date.UTC(9999, 0)) throw apiError('guest-expiry-past')
  return new Date(at)
}

export async function listExpiries({ database: { db } }: App, realm: Realm) {
  return (await store.listExpiries(db, realm.id)).map((row) => ({
    user_id: row.user_id,
    expires_at: toSeconds(row.expires_at.getTime()),
    inviter_id: row.inviter_id,
  }))
}

/** Sets, changes or removes the date. */
export async function setExpiry(
  app: App,
  realm: Realm,
  userId: number,
  seconds: number | null,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const user = realm.directory.users.get(userId)
    if (user === undefined || isBot(user)) throw noSuchUser()
    if (!isGuest(user)) throw apiError('guest-expiry-not-guest')
    const before = await store.findExpiry(tx, userId)
    if (seconds === null) await store.deleteExpiry(tx, userId)
    else
      await store.saveExpiry(tx, userId, checkedExpiry(seconds, app.clock.now()), before?.inviter_id ?? null)
    tx.audit({
      kind: 'user.expiry_changed',
      target: { type: 'user', id: userId, name: user.fullName },
      before: { expires_at: before === undefined ? null : toSeconds(before.expires_at.getTime()) },
      after: { expires_at: seconds },
    })
  })
}

/** Deactivates guests whose time is over, and warns others a week before. */
export async function expireGuests(app: App, stopping?: AbortSignal): Promise<void> {
  const now = app.clock.now()
  const due = await store.dueExpiries(app.database.db, new Date(now), new Date(now + warningMs))
  for (const row of due) {
    if (stopping?.aborted) return
    const realm = await app.realms.byId(row.realm_id)
    try {
      await (row.expires_at.getTime() <= now ? expire(realm, row) : warn(app, realm, row))
    } catch (error) {
      // Retried by the next run.
      app.logger.error({ err: error, user_id: row.user_id }, 'could not expire a guest')
    }
  }
}

/** Somebody who is no longer a guest keeps the account. */
async function expire(realm: Realm, row: store.ExpiryRow): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const current = await store.findExpiry(tx, row.user_id)
    if (current?.expires_at.getTime() !== row.expires_at.getTime()) return
    await store.deleteExpiry(tx, row.user_id)
    const user = realm.directory.users.get(row.user_id)
    if (user !== undefined && isGuest(user) && user.isActive) await deactivate(tx, realm.directory, user)
  })
}

async function warn(app: App, realm: Realm, row: store.ExpiryRow): Promise<void> {
  const { directory } = realm
  const isFirst = await realm.transact((tx) => store.markWarned(tx, row, new Date(app.clock.now())))
  const guest = directory.users.get(row.user_id)
  if (!isFirst || guest === undefined || !guest.isActive || !isGuest(guest)) return
  const time = `<time:${row.expires_at.toISOString().slice(0, 19)}Z>`
  await sendDirectNotices(app, realm, [guest], (text) => text('guest.expiresSoon', { time }))
  await sendDirectNotices(app, realm, responsibleFor(realm, row), (text) =>
    text('guest.ofOthersExpiresSoon', { user: nameOf(guest), time }),
  )
}

/** The inviter, or the administrators if there is none any more. */
function responsibleFor({ directory }: Realm, { inviter_id }: store.ExpiryRow): User[] {
  const inviter = inviter_id === null ? undefined : directory.users.get(inviter_id)
  if (inviter?.isActive) return [inviter]
  return [...directory.activeUsers()].filter((user) => isAdmin(user) && !isBot(user)).slice(0, maxNotified)
}

const maxNotified = 20
