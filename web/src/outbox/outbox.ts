import type { LocalId, SendState } from '../feed/rows.ts'
import type { ConversationKey } from '../navigation/conversation.ts'
import type { Outbox, OutboxAction, OutboxEffect, OutboxEntry, StepContext } from './outbox-types.ts'

export * from './outbox-types.ts'

const maxParallelConversations = 3
/** A broken call may still take effect within this time. */
const ambiguityWindowMs = 10_000

/** Applies an action and returns the effects. Messages are sent exactly once, in order per conversation. */
export function outboxStep(
  outbox: Outbox,
  action: OutboxAction,
  context: StepContext,
): { outbox: Outbox; effects: OutboxEffect[] } {
  const effects: OutboxEffect[] = []
  const next = applyAction(outbox, action, context.now, effects)
  const decided =
    action.kind === 'heard' || action.kind === 'tick'
      ? resolveUncertain(next, action, context, effects)
      : next
  return { outbox: startSending(decided, context, effects), effects }
}

/** After a reload, the results of calls in flight are unknown, and the window starts now. */
export const restoredOutbox = (entries: readonly OutboxEntry[], queue: number, now: number): Outbox => ({
  queue,
  isOnline: true,
  entries: entries.map((entry) => ({
    ...(entry.state === 'sending' ? markUncertain(entry, now) : entry),
    isSought: false,
  })),
})

/** A slow call can reach the server when it breaks, long after it began. */
const markUncertain = (entry: OutboxEntry, now: number): OutboxEntry => ({
  ...entry,
  state: 'uncertain',
  uncertainSince: now,
})

function applyAction(outbox: Outbox, action: OutboxAction, now: number, effects: OutboxEffect[]): Outbox {
  switch (action.kind) {
    case 'enqueue': {
      const { localId, conversation, content } = action
      if (outbox.entries.some((entry) => entry.localId === localId)) return outbox
      return { ...outbox, entries: [...outbox.entries, { localId, conversation, content, state: 'queued' }] }
    }
    case 'connection':
      return { ...outbox, isOnline: action.isOnline }
    case 'queue-lost':
      return { ...outbox, queue: outbox.queue + 1 }
    case 'heard':
    case 'tick':
      return outbox
    case 'confirmed':
      return confirmEntry(outbox, action.localId, action.messageId, effects)
    case 'looked':
      if (action.found !== undefined) return confirmEntry(outbox, action.localId, action.found, effects)
      return changeEntry(outbox, action.localId, ['uncertain'], requeuedUnlessDiscarded)
    case 'refused': {
      const reason = { code: action.code, text: action.text }
      return changeEntry(outbox, action.localId, ['sending', 'uncertain'], (entry) =>
        entry.isDiscarded ? undefined : { ...entry, state: 'failed', reason },
      )
    }
    case 'postponed':
      return changeEntry(outbox, action.localId, ['sending'], (entry) => {
        const requeued = requeuedUnlessDiscarded(entry)
        return requeued && { ...requeued, notBefore: action.until }
      })
    case 'broke':
      return changeEntry(outbox, action.localId, ['sending'], (entry) => markUncertain(entry, now))
    case 'look-failed':
      return changeEntry(outbox, action.localId, ['uncertain'], (entry) => ({ ...entry, isSought: false }))
    case 'retry':
      return changeEntry(outbox, action.localId, ['failed'], again)
    case 'edit': {
      const { content } = action
      const waiting = changeEntry(outbox, action.localId, ['queued'], (entry) => ({ ...entry, content }))
      const corrected = changeEntry(waiting, action.localId, ['failed'], (entry) =>
        again({ ...entry, content }),
      )
      return changeEntry(corrected, action.localId, ['sending', 'uncertain'], (entry) => ({
        ...entry,
        edited: content,
      }))
    }
    case 'discard': {
      const waiting = changeEntry(outbox, action.localId, ['queued', 'failed'], () => undefined)
      return changeEntry(waiting, action.localId, ['sending', 'uncertain'], (entry) => ({
        ...entry,
        isDiscarded: true,
      }))
    }
  }
}

/** Back to the queue, with edits applied. */
const again = ({ localId, conversation, content, edited }: OutboxEntry): OutboxEntry => ({
  localId,
  conversation,
  content: edited ?? content,
  state: 'queued',
})
const requeuedUnlessDiscarded = (entry: OutboxEntry) => (entry.isDiscarded ? undefined : again(entry))

function changeEntry(
  outbox: Outbox,
  localId: LocalId,
  states: readonly SendState[],
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Outbox {
  const entry = outbox.entries.find((one) => one.localId === localId)
  if (entry === undefined || !states.includes(entry.state)) return outbox
  const next = change(entry)
  return {
    ...outbox,
    entries: outbox.entries.flatMap((one) => (one === entry ? (next === undefined ? [] : [next]) : [one])),
  }
}

function confirmEntry(outbox: Outbox, localId: LocalId, messageId: number, effects: OutboxEffect[]): Outbox {
  const entry = outbox.entries.find((one) => one.localId === localId)
  if (entry === undefined) return outbox
  effects.push({ kind: 'arrived', localId, messageId })
  if (entry.isDiscarded) effects.push({ kind: 'delete', messageId })
  else if (entry.edited !== undefined && entry.edited !== entry.content) {
    effects.push({ kind: 'patch', messageId, content: entry.edited })
  }
  return { ...outbox, entries: outbox.entries.filter((one) => one !== entry) }
}

/**
 * Resolves uncertain entries after the ambiguity window. If the queue of the attempt is alive and did not report the message, it did
 * not arrive; if the queue was lost, the message is searched.
 */
function resolveUncertain(
  outbox: Outbox,
  action: OutboxAction,
  { now }: StepContext,
  effects: OutboxEffect[],
): Outbox {
  let next = outbox
  for (const entry of outbox.entries) {
    const { localId } = entry
    if (entry.state !== 'uncertain' || now - (entry.uncertainSince ?? 0) < ambiguityWindowMs) continue
    if (entry.queue === outbox.queue) {
      if (action.kind === 'heard') next = changeEntry(next, localId, ['uncertain'], requeuedUnlessDiscarded)
    } else if (!entry.isSought && outbox.isOnline) {
      effects.push({ kind: 'look', localId })
      next = changeEntry(next, localId, ['uncertain'], (one) => ({ ...one, isSought: true }))
    }
  }
  return next
}

/** Starts sending: in order within a conversation, several conversations in parallel. Failed entries do not block others. */
function startSending(outbox: Outbox, { now, newestKnown }: StepContext, effects: OutboxEffect[]): Outbox {
  if (!outbox.isOnline) return outbox
  const waiting = outbox.entries.filter((entry) => entry.state !== 'failed')
  const busy = new Set(waiting.filter((one) => one.state !== 'queued').map((one) => one.conversation))
  const seen = new Set<ConversationKey>()
  const started = new Set<OutboxEntry>()
  for (const entry of waiting) {
    const isFirst = !seen.has(entry.conversation)
    seen.add(entry.conversation)
    if (!isFirst || busy.has(entry.conversation) || (entry.notBefore ?? 0) > now) continue
    if (busy.size >= maxParallelConversations) break
    busy.add(entry.conversation)
    started.add(entry)
    effects.push({ kind: 'send', localId: entry.localId, content: entry.content })
  }
  if (started.size === 0) return outbox
  return {
    ...outbox,
    entries: outbox.entries.map((entry) =>
      started.has(entry)
        ? { ...entry, state: 'sending', attemptedAt: now, queue: outbox.queue, after: newestKnown }
        : entry,
    ),
  }
}

interface OwnMessage {
  id: number
  /** The markup source. */
  content: string
}

/**
 * Finds the message of an entry among the newest own messages of its conversation. `taken` are messages of other entries, because
 * the same text may be sent twice.
 */
export function findSent(
  { content, after = 0 }: OutboxEntry,
  messages: readonly OwnMessage[],
  taken: ReadonlySet<number>,
): number | undefined {
  const candidates = messages.filter(
    (message) =>
      message.id > after && !taken.has(message.id) && message.content.trimEnd() === content.trimEnd(),
  )
  return candidates.map(({ id }) => id).sort((a, b) => a - b)[0]
}
