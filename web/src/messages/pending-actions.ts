import type { MessageObject } from '@loquat/contract'
import { create } from 'zustand'

type Submessage = MessageObject['submessages'][number]

/** What the reader did to a poll or a list and the server has not told of yet. */
export interface PendingAction {
  key: string
  senderId: number
  content: string
  /** The last that was known when it was done: the event that tells of it comes later. */
  after: number
}

export const usePendingActions = create<{ byMessage: ReadonlyMap<number, readonly PendingAction[]> }>(() => ({
  byMessage: new Map(),
}))
const none: readonly PendingAction[] = []
export const pendingOn = (messageId: number): readonly PendingAction[] =>
  usePendingActions.getState().byMessage.get(messageId) ?? none

/** Those that nobody has told of. Each event stands for one. */
export function stillPending(
  submessages: readonly Submessage[],
  pending: readonly PendingAction[],
): readonly PendingAction[] {
  const used = new Set<number>()
  return pending.filter(({ senderId, content, after }) => {
    const told = submessages.find(
      (one) => one.id > after && one.sender_id === senderId && one.content === content && !used.has(one.id),
    )
    if (told !== undefined) used.add(told.id)
    return told === undefined
  })
}

/** Everything that hangs on a message, with what is on its way as if it had come last. */
export function withPending(
  submessages: readonly Submessage[],
  pending: readonly PendingAction[],
): readonly Submessage[] {
  const left = stillPending(submessages, pending)
  if (left.length === 0) return submessages
  const last = Math.max(0, ...submessages.map(({ id }) => id))
  const messageId = submessages[0]?.message_id ?? 0
  return [
    ...submessages,
    ...left.map(({ senderId, content }, n) => ({
      id: last + 1 + n,
      message_id: messageId,
      sender_id: senderId,
      msg_type: 'widget' as const,
      content,
    })),
  ]
}

let count = 0

/** Shown from now on. Answers how to take it back. */
export function addPending(
  messageId: number,
  submessages: readonly Submessage[],
  senderId: number,
  content: string,
): () => void {
  const key = String(++count)
  const after = Math.max(0, ...submessages.map(({ id }) => id))
  const before = stillPending(submessages, pendingOn(messageId))
  put(messageId, [...before, { key, senderId, content, after }])
  return () =>
    put(
      messageId,
      pendingOn(messageId).filter((one) => one.key !== key),
    )
}

function put(messageId: number, pending: readonly PendingAction[]): void {
  usePendingActions.setState(({ byMessage }) => {
    const next = new Map(byMessage)
    if (pending.length === 0) next.delete(messageId)
    else next.set(messageId, pending)
    return { byMessage: next }
  })
}
