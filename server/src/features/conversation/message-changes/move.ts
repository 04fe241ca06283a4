import type { VisibilityPolicy } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, caseless, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { setVisibility } from '../../places/user-topics/actions.ts'
import { policiesOfTopic } from '../../places/user-topics/store.ts'
import { postNotice } from '../messages/notices.ts'
import { deleteWithin } from './delete.ts'
import {
  arrivalNotice,
  departureNotice,
  isResolvedNotice,
  type MovedMessages,
  resolveNotice,
} from './notices.ts'
import type { EditPlan, EditRequest } from './plan.ts'
import { lastInTopic } from './topic-store.ts'

/** Users who could see the messages in the old location but not in the new one. */
export function usersLosingAccess(
  directory: Directory,
  oldReceivers: ReadonlySet<number>,
  from: Channel,
  to: Channel,
): Set<number> {
  const keeps = (userId: number) => {
    if (to.subscribers.has(userId)) return true
    const user = directory.users.get(userId)
    return user !== undefined && !to.inviteOnly && !isGuest(user)
  }
  return new Set([...oldReceivers, ...from.subscribers.keys()].filter((userId) => !keeps(userId)))
}

/**
 * Additional receivers of a move event if the history was shared: subscribers of both channels who can read
 * the new one. Excludes guests who could not see the messages before.
 */
export function gainingUsers(directory: Directory, from: Channel, to: Channel): number[] {
  if (!from.historyPublicToSubscribers) return []
  const isNewGuest = (userId: number) => {
    const user = directory.users.get(userId)
    return user !== undefined && isGuest(user) && !from.subscribers.has(userId)
  }
  return [...to.subscribers.keys(), ...from.subscribers.keys()].filter((userId) => {
    const user = directory.users.get(userId)
    return user?.isActive && canReadChannel(directory, user, to) && !isNewGuest(userId)
  })
}

/** Moves visibility policies along with a whole topic. */
export async function movePolicies(
  tx: Tx,
  directory: Directory,
  { from, to }: MovedMessages,
  targetHadMessages: boolean,
  now: Date,
): Promise<void> {
  const sameTopic = from.channel.id === to.channel.id && caseless(from.topic) === caseless(to.topic)
  if (sameTopic) return
  const before = await policiesOfTopic(tx.db, from.channel.recipientId, from.topic)
  const there = await policiesOfTopic(tx.db, to.channel.recipientId, to.topic)
  const people = targetHadMessages ? [...before.keys()] : [...new Set([...before.keys(), ...there.keys()])]
  const changes = people.flatMap((userId) => {
    const user = directory.users.get(userId)
    const gone = { userId, channelId: from.channel.id, topic: from.topic, policy: 0 as const }
    if (user === undefined || !canReadChannel(directory, user, to.channel))
      return before.has(userId) ? [gone] : []
    const old = before.get(userId) ?? 0
    const policy = targetHadMessages ? mergePolicies(old, there.get(userId) ?? 0) : old
    return [gone, { userId, channelId: to.channel.id, topic: to.topic, policy }]
  })
  await setVisibility(tx, directory, now, changes)
}

const unmuted = 2

function mergePolicies(old: VisibilityPolicy, there: VisibilityPolicy): VisibilityPolicy {
  if (old === there) return old
  return old === unmuted || there === unmuted ? unmuted : 0
}

/** Posts notices about a move in the new and the old topic. */
export async function postMoveNotices(
  app: App,
  tx: Tx,
  realm: Realm,
  moved: MovedMessages,
  request: EditRequest,
  targetWasVisible: boolean,
): Promise<void> {
  const text = noticesOf(realm.directory)
  if (request.send_notification_to_new_thread) {
    const notice = arrivalNotice(text, moved, !targetWasVisible)
    await postNotice(app, tx, realm, moved.to, notice, [moved.by.id])
  }
  if (request.send_notification_to_old_thread) {
    await postNotice(app, tx, realm, moved.from, departureNotice(text, moved), [moved.by.id])
  }
}

const undoWindowMs = 60_000

/**
 * Posts a notice that a topic was resolved or unresolved. If the opposite notice was just posted, deletes
 * that instead.
 */
export async function postResolvedNotice(
  app: App,
  tx: Tx,
  realm: Realm,
  user: User,
  where: { channel: Channel; topic: string },
  plan: EditPlan,
  participants: ReadonlySet<number>,
): Promise<void> {
  const resolved = plan.change === 'resolve'
  const { channel, topic } = where
  const last = await lastInTopic(tx.db, channel, topic)
  const isFresh = last !== undefined && app.clock.now() - last.sentAt.getTime() <= undoWindowMs
  const byBot = last !== undefined && realm.directory.users.get(last.senderId)?.isSystemBot === true
  if (isFresh && byBot && isResolvedNotice(last.content, !resolved)) {
    await deleteWithin(tx, realm.directory, { channelId: channel.id, userIds: null, topic }, [last.id])
    return
  }
  const uninvolved = [...channel.subscribers.keys()].filter((id) => id === user.id || !participants.has(id))
  const notice = resolveNotice(noticesOf(realm.directory), user, resolved)
  await postNotice(app, tx, realm, where, notice, uninvolved)
}
