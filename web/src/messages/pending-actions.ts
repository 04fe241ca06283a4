import type { MessageObject } from '@loquat/contract'
import { create } from 'zustand'

type Submessage = MessageObject['submessages'][number]

/** A widget action of the reader that has no event yet. */
export interface PendingAction {
  key: string
  senderId: number
  content: string
  /** ID of the last submessage when it was added; its event has a higher ID. */
  after: number
}

export const usePendingActions = create<{ byMessage: ReadonlyMap<number, readonly PendingAction[]> }>(() => ({
  byMessage: new Map(),
}))
const none: readonly PendingAction[] = []
export const pendingOn = (messageId: number): readonly PendingAction[] =>
  usePendingActions.getState().byMessage.get(messageId) ?? none

/** Actions without a matching event. Each event confirms one. */
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

/** The submessages of a message, with pending actions appended. */
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

/** Adds a pending action; returns a function that removes it. */
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
