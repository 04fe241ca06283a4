import type { App } from '../../../app.ts'
import { userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { listUnread } from '../../conversation/read-state/flags-store.ts'
import { enqueuePushes, enqueuePushesOfReads } from '../web-push/enqueue.ts'
import { messagesAfter, messagesById } from './candidate-store.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { excludeOnline } from './presence-filter.ts'
import { isAboutMention } from './rules.ts'
import { runIsolated } from './run-isolated.ts'
import * as store from './store.ts'

/** Messages scanned per transaction. */
const batchSize = 1_000
/** Maximum unread messages considered per user; older ones are ignored. */
const maxUnread = 1_000

/**
 * Scans messages sent since the last scan and enqueues emails and push notifications for users who are
 * offline.
 */
export async function scanNewMessages(app: App): Promise<void> {
  for (const id of await store.realmsBehind(app.database.db)) {
    await runIsolated(app, { realm_id: id }, async () => {
      const realm = await app.realms.byId(id)
      while (await scanBatch(app, realm)) {}
    })
  }
}

/** Scans a batch and stores the position in the same transaction, so that each message is scanned once. */
async function scanBatch(app: App, realm: Realm): Promise<boolean> {
  await realm.follower.advance()
  return await realm.transact(async (tx) => {
    const position = await store.lockPosition(tx)
    if (position === undefined) return false
    // Never ahead of the directory, which must know the users and channels of the messages.
    const end = Math.max(position, realm.follower.position)
    const { messages, reached } = await messagesAfter(tx.db, realm.id, position, end, batchSize)
    const candidates = await findCandidates(tx.db, realm.directory, messages, 'email')
    await enqueueEmails(app, tx, await excludeOnline(app, tx, candidates))
    await enqueuePushes(app, tx, realm.directory, messages)
    await enqueuePushesOfReads(tx, position, reached)
    await store.storePosition(tx, reached)
    return reached < end
  })
}

async function enqueueEmails(
  app: App,
  tx: Tx,
  candidates: readonly Candidate[],
  again = false,
): Promise<void> {
  const missed = candidates.map(({ user, messageId, trigger }) => {
    const wait = userSetting(user, 'email_notifications_batching_period_seconds') * 1_000
    return { userId: user.id, messageId, trigger, dueAt: new Date(app.clock.now() + wait) }
  })
  await store.addMissed(tx, missed, again)
}

/** Users whose last queue expired missed its messages. */
export async function scanExpiredQueues(app: App): Promise<void> {
  for (const { userId, realmId } of await store.expiredQueues(app.database.db)) {
    await runIsolated(app, { user_id: userId }, async () =>
      scanExpiredQueue(app, await app.realms.byId(realmId), userId),
    )
  }
}

async function scanExpiredQueue(app: App, realm: Realm, userId: number): Promise<void> {
  await realm.follower.advance()
  await realm.transact(async (tx) => {
    const since = await store.takeExpiredQueue(tx, userId)
    if (since === undefined || (await store.hasQueue(tx.db, userId))) return
    const unread = await listUnread(tx.db, userId, maxUnread)
    const ids = unread.map(({ id }) => id)
    const messages = await messagesById(tx.db, realm.id, ids)
    const recent = messages.filter(({ sentAt }) => sentAt > since)
    const candidates = await findCandidates(tx.db, realm.directory, recent, 'email')
    const isTheirs = ({ user }: Candidate) => user.id === userId
    await enqueueEmails(app, tx, candidates.filter(isTheirs))
    await enqueuePushes(app, tx, realm.directory, recent, { isIncluded: isTheirs, evenIfOnline: true })
  })
}

/** Users newly mentioned by an edit. */
export interface NewMentions {
  realmId: number
  messageId: number
  /** Absent means all receivers. */
  only?: number[]
  except?: number[]
}

export async function enqueueForNewMentions(app: App, mentions: NewMentions): Promise<void> {
  const { realmId, messageId, only, except } = mentions
  const realm = await app.realms.byId(realmId)
  await realm.follower.advance()
  await realm.transact(async (tx) => {
    const messages = await messagesById(tx.db, realmId, [messageId])
    const isIncluded = ({ user, trigger }: Candidate) =>
      isAboutMention(trigger) && (only?.includes(user.id) ?? true) && !except?.includes(user.id)
    const candidates = (await findCandidates(tx.db, realm.directory, messages, 'email')).filter(isIncluded)
    await enqueueEmails(app, tx, await excludeOnline(app, tx, candidates), true)
    await enqueuePushes(app, tx, realm.directory, messages, { isIncluded })
  })
}
