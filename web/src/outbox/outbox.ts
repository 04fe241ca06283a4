import type { LocalId, SendState } from '../feed/rows.ts'
import type { ConversationKey } from '../navigation/conversation.ts'
import type { Moment, Outbox, OutboxAction, OutboxEffect, OutboxEntry } from './outbox-types.ts'

export * from './outbox-types.ts'

const conversationsAtATime = 3
/** A call that broke may still be at work for so long. */
const settled = 10_000

/** One step: what becomes of the outbox, and what is to be done. Nothing is sent twice, and nothing is left behind. */
export function outboxStep(
  outbox: Outbox,
  action: OutboxAction,
  moment: Moment,
): { outbox: Outbox; effects: OutboxEffect[] } {
  const effects: OutboxEffect[] = []
  const next = applied(outbox, action, moment.now, effects)
  const decided =
    action.kind === 'heard' || action.kind === 'tick' ? decide(next, action, moment, effects) : next
  return { outbox: startSending(decided, moment, effects), effects }
}

/** After a reload, the results of calls in flight are unknown. They may have been in flight until a moment ago. */
export const restoredOutbox = (entries: readonly OutboxEntry[], queue: number, now: number): Outbox => ({
  queue,
  isOnline: true,
  entries: entries.map((entry) => ({
    ...(entry.state === 'sending' ? uncertainFrom(entry, now) : entry),
    isSought: false,
  })),
})

/** A slow call can reach the server when it breaks, long after it began. */
const uncertainFrom = (entry: OutboxEntry, now: number): OutboxEntry => ({
  ...entry,
  state: 'uncertain',
  uncertainSince: now,
})

function applied(outbox: Outbox, action: OutboxAction, now: number, effects: OutboxEffect[]): Outbox {
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
      return confirmed(outbox, action.localId, action.messageId, effects)
    case 'looked':
      if (action.found !== undefined) return confirmed(outbox, action.localId, action.found, effects)
      return changed(outbox, action.localId, ['uncertain'], againOrNever)
    case 'refused': {
      const reason = { code: action.code, text: action.text }
      return changed(outbox, action.localId, ['sending', 'uncertain'], (entry) =>
        entry.isDiscarded ? undefined : { ...entry, state: 'failed', reason },
      )
    }
    case 'postponed':
      return changed(outbox, action.localId, ['sending'], (entry) => {
        const again = againOrNever(entry)
        return again && { ...again, notBefore: action.until }
      })
    case 'broke':
      return changed(outbox, action.localId, ['sending'], (entry) => uncertainFrom(entry, now))
    case 'look-failed':
      return changed(outbox, action.localId, ['uncertain'], (entry) => ({ ...entry, isSought: false }))
    case 'retry':
      return changed(outbox, action.localId, ['failed'], again)
    case 'edit': {
      const { content } = action
      const waiting = changed(outbox, action.localId, ['queued'], (entry) => ({ ...entry, content }))
      const corrected = changed(waiting, action.localId, ['failed'], (entry) => again({ ...entry, content }))
      return changed(corrected, action.localId, ['sending', 'uncertain'], (entry) => ({
        ...entry,
        edited: content,
      }))
    }
    case 'discard': {
      const waiting = changed(outbox, action.localId, ['queued', 'failed'], () => undefined)
      return changed(waiting, action.localId, ['sending', 'uncertain'], (entry) => ({
        ...entry,
        isDiscarded: true,
      }))
    }
  }
}

/** Sent anew, it goes out as it reads now. */
const again = ({ localId, conversation, content, edited }: OutboxEntry): OutboxEntry => ({
  localId,
  conversation,
  content: edited ?? content,
  state: 'queued',
})
const againOrNever = (entry: OutboxEntry) => (entry.isDiscarded ? undefined : again(entry))

function changed(
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

function confirmed(outbox: Outbox, localId: LocalId, messageId: number, effects: OutboxEffect[]): Outbox {
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
 * What is uncertain and long settled. The queue of that attempt would have told of it by now, so it did not arrive; if that
 * queue is gone, somebody has to look.
 */
function decide(outbox: Outbox, action: OutboxAction, { now }: Moment, effects: OutboxEffect[]): Outbox {
  let next = outbox
  for (const entry of outbox.entries) {
    const { localId } = entry
    if (entry.state !== 'uncertain' || now - (entry.uncertainSince ?? 0) < settled) continue
    if (entry.queue === outbox.queue) {
      if (action.kind === 'heard') next = changed(next, localId, ['uncertain'], againOrNever)
    } else if (!entry.isSought && outbox.isOnline) {
      effects.push({ kind: 'look', localId })
      next = changed(next, localId, ['uncertain'], (one) => ({ ...one, isSought: true }))
    }
  }
  return next
}

/** In order within a conversation, some conversations at a time. What was refused holds up nobody. */
function startSending(outbox: Outbox, { now, newestKnown }: Moment, effects: OutboxEffect[]): Outbox {
  if (!outbox.isOnline) return outbox
  const waiting = outbox.entries.filter((entry) => entry.state !== 'failed')
  const busy = new Set(waiting.filter((one) => one.state !== 'queued').map((one) => one.conversation))
  const seen = new Set<ConversationKey>()
  const started = new Set<OutboxEntry>()
  for (const entry of waiting) {
    const isFirst = !seen.has(entry.conversation)
    seen.add(entry.conversation)
    if (!isFirst || busy.has(entry.conversation) || (entry.notBefore ?? 0) > now) continue
    if (busy.size >= conversationsAtATime) break
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
  /** As it was written. */
  content: string
}

/**
 * Looks for an entry among one's own newest messages of its conversation. `taken` are messages that are known to be of other
 * entries, as the same text may be sent twice.
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
