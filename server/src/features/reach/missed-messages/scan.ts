import type { App } from '../../../app.ts'
import { userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { listUnread } from '../../conversation/read-state/flags-store.ts'
import { pushNews, pushReads } from '../web-push/notice.ts'
import { messagesAfter, messagesById } from './candidate-store.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { excludeOnline } from './presence-filter.ts'
import { isAboutMention } from './rules.ts'
import { runIsolated } from './run-isolated.ts'
import * as store from './store.ts'

/** Messages looked at in one transaction. */
const atOnce = 1_000
/** Whoever has more unread messages than this is not told of the older ones. */
const mostUnread = 1_000

/** Looks at what was sent since the last time, and orders mails and pushes for those who are not here to see it. */
export async function scanNewMessages(app: App): Promise<void> {
  for (const id of await store.realmsBehind(app.database.db)) {
    await runIsolated(app, { realm_id: id }, async () => {
      const realm = await app.realms.byId(id)
      while (await noticeSome(app, realm)) {}
    })
  }
}

/** A few messages at a time, with the position in the same transaction: each is looked at once. */
async function noticeSome(app: App, realm: Realm): Promise<boolean> {
  await realm.follower.advance()
  return await realm.transact(async (tx) => {
    const position = await store.takePosition(tx)
    if (position === undefined) return false
    // No further than the directory: it must know everyone and everything that messages are about.
    const end = Math.max(position, realm.follower.position)
    const { messages, reached } = await messagesAfter(tx.db, realm.id, position, end, atOnce)
    const concerned = await findCandidates(tx.db, realm.directory, messages, 'mail')
    await order(app, tx, await excludeOnline(app, tx, concerned))
    await pushNews(app, tx, realm.directory, messages)
    await pushReads(tx, position, reached)
    await store.storePosition(tx, reached)
    return reached < end
  })
}

async function order(app: App, tx: Tx, concerned: readonly Candidate[], again = false): Promise<void> {
  const missed = concerned.map(({ user, messageId, trigger }) => {
    const wait = userSetting(user, 'email_notifications_batching_period_seconds') * 1_000
    return { userId: user.id, messageId, trigger, dueAt: new Date(app.clock.now() + wait) }
  })
  await store.addMissed(tx, missed, again)
}

/** People whose last queue was dropped did not see what came into it. */
export async function scanExpiredQueues(app: App): Promise<void> {
  for (const { userId, realmId } of await store.departures(app.database.db)) {
    await runIsolated(app, { user_id: userId }, async () =>
      noticeDeparture(app, await app.realms.byId(realmId), userId),
    )
  }
}

async function noticeDeparture(app: App, realm: Realm, userId: number): Promise<void> {
  await realm.follower.advance()
  await realm.transact(async (tx) => {
    const since = await store.takeDeparture(tx, userId)
    if (since === undefined || (await store.hasQueue(tx.db, userId))) return
    const unread = await listUnread(tx.db, userId, mostUnread)
    const ids = unread.map(({ id }) => id)
    const messages = await messagesById(tx.db, realm.id, ids)
    const recent = messages.filter(({ sentAt }) => sentAt > since)
    const concerned = await findCandidates(tx.db, realm.directory, recent, 'mail')
    const isTheirs = ({ user }: Candidate) => user.id === userId
    await order(app, tx, concerned.filter(isTheirs))
    await pushNews(app, tx, realm.directory, recent, { isMeant: isTheirs, evenHere: true })
  })
}

/** Who is mentioned by an edit that was not mentioned before. */
export interface NewMentions {
  realmId: number
  messageId: number
  /** Absent: everyone who received it. */
  only?: number[]
  except?: number[]
}

export async function noticeNewMentions(app: App, mentions: NewMentions): Promise<void> {
  const { realmId, messageId, only, except } = mentions
  const realm = await app.realms.byId(realmId)
  await realm.follower.advance()
  await realm.transact(async (tx) => {
    const messages = await messagesById(tx.db, realmId, [messageId])
    const isMeant = ({ user, trigger }: Candidate) =>
      isAboutMention(trigger) && (only?.includes(user.id) ?? true) && !except?.includes(user.id)
    const concerned = (await findCandidates(tx.db, realm.directory, messages, 'mail')).filter(isMeant)
    await order(app, tx, await excludeOnline(app, tx, concerned), true)
    await pushNews(app, tx, realm.directory, messages, { isMeant })
  })
}
