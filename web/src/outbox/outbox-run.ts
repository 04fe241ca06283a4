import { ApiError } from '@loquat/client'
import { create } from 'zustand'
import { wireRecipient } from '../compose/wire-recipient.ts'
import type { StoredSend } from '../device/device-rows.ts'
import { serverIdOf } from '../drafts/draft-sync.ts'
import { markReleased, releaseDraft } from '../drafts/drafts.ts'
import type { LocalId } from '../feed/rows.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, onEvents, org, queueId, useSession } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { errorSentence } from '../texts/reasons.ts'
import { awaitEcho } from './echo.ts'
import { findArrived } from './find-arrived.ts'
import {
  emptyOutbox,
  type Outbox,
  type OutboxAction,
  type OutboxEffect,
  outboxStep,
  restoredOutbox,
} from './outbox.ts'
import { adoptClosedTabs, deleteSend, lockTab, storeSend, tabId } from './outbox-store.ts'

/** Data of an unsent message that the state machine does not need. */
export type SendInfo = Pick<StoredSend, 'place' | 'writtenAt' | 'draft'>

interface OutboxState {
  outbox: Outbox
  info: ReadonlyMap<LocalId, SendInfo>
}

export const useOutbox = create<OutboxState>(() => ({ outbox: emptyOutbox, info: new Map() }))

let newestSeenId = 0

/** Applies an action, stores the result and performs the effects. */
export function dispatch(action: OutboxAction): void {
  const { outbox: before, info } = useOutbox.getState()
  const { outbox, effects } = outboxStep(before, action, { now: Date.now(), newestKnown: newestKnown() })
  if (outbox !== before) useOutbox.setState({ outbox })
  persist(before, outbox, info)
  const performAll = () => {
    for (const effect of effects) void perform(effect)
  }
  // A new message is drawn before its request is prepared, which takes as long as drawing it.
  if (action.kind === 'enqueue') setTimeout(performAll)
  else performAll()
}

const newestKnown = () => Math.max(newestSeenId, org().max_message_id ?? 0)

function persist(before: Outbox, after: Outbox, info: ReadonlyMap<LocalId, SendInfo>): void {
  const kept = new Set(after.entries.map(({ localId }) => localId))
  for (const { localId } of before.entries) if (!kept.has(localId)) deleteSend(localId)
  const old = new Set(before.entries)
  for (const entry of after.entries) {
    const about = info.get(entry.localId)
    if (!old.has(entry) && about !== undefined) storeSend({ ...entry, ...about, tab: tabId })
  }
}

/** Sends a text as soon as possible. It is on screen and queued for storage before this returns. */
export function enqueue(place: Conversation, content: string, draftId?: string): LocalId {
  const localId = `${Date.now().toString(36)}.${crypto.randomUUID().slice(0, 8)}`
  const known = draftId === undefined ? undefined : releaseDraft(draftId)
  setInfo(localId, { place, writtenAt: Date.now(), ...(known === undefined ? {} : { draft: known }) })
  dispatch({ kind: 'enqueue', localId, conversation: keyOf(place), content })
  if (draftId !== undefined && known === undefined) {
    // A call that stores the draft may be running.
    void serverIdOf(draftId, undefined).then((draft) => draft !== undefined && setDraft(localId, draft))
  }
  return localId
}

function setInfo(localId: LocalId, info: SendInfo): void {
  useOutbox.setState((state) => ({ info: new Map(state.info).set(localId, info) }))
}

function setDraft(localId: LocalId, draft: number): void {
  markReleased(draft)
  const info = useOutbox.getState().info.get(localId)
  const entry = useOutbox.getState().outbox.entries.find((one) => one.localId === localId)
  if (info === undefined || entry === undefined)
    void api.deleteDraft({ draft_id: draft }).catch(detectSessionEnd)
  else {
    setInfo(localId, { ...info, draft })
    storeSend({ ...entry, ...info, draft, tab: tabId })
  }
}

async function perform(effect: OutboxEffect): Promise<void> {
  switch (effect.kind) {
    case 'send':
      return await send(effect.localId, effect.content)
    case 'look':
      return await searchArrived(effect.localId)
    case 'arrived': {
      const { info } = useOutbox.getState()
      const about = info.get(effect.localId)
      const rest = new Map(info)
      rest.delete(effect.localId)
      if (about !== undefined) awaitEcho(effect.localId, effect.messageId, about)
      useOutbox.setState({ info: rest })
      if (about?.draft !== undefined) void api.deleteDraft({ draft_id: about.draft }).catch(detectSessionEnd)
      return
    }
    case 'patch':
      return await quietly(api.updateMessage({ message_id: effect.messageId, content: effect.content }))
    case 'delete':
      return await quietly(api.deleteMessage({ message_id: effect.messageId }))
  }
}

const quietly = (call: Promise<unknown>): Promise<void> => call.then(() => {}, showErrorToast)

async function send(localId: LocalId, content: string): Promise<void> {
  const place = useOutbox.getState().info.get(localId)?.place
  if (place === undefined) return
  try {
    const { id: messageId } = await api.sendMessage({
      ...wireRecipient(place),
      content,
      queue_id: queueId(),
      local_id: localId,
      read_by_sender: true,
    })
    dispatch({ kind: 'confirmed', localId, messageId })
  } catch (error) {
    detectSessionEnd(error)
    dispatch(failureAction(localId, error))
    // The queue may be broken, too, so search for the message instead of waiting for its event.
    if (isOutcomeUnknown(error)) dispatch({ kind: 'queue-lost' })
  }
}

const isOutcomeUnknown = (error: unknown) => !(error instanceof ApiError) || error.status >= 500

function failureAction(localId: LocalId, error: unknown): OutboxAction {
  if (!(error instanceof ApiError) || error.status >= 500) return { kind: 'broke', localId }
  if (error.status === 401) return { kind: 'postponed', localId, until: Date.now() + 2_000 }
  if (error.status === 429) {
    return { kind: 'postponed', localId, until: Date.now() + (error.retryAfter ?? 5) * 1_000 }
  }
  return { kind: 'refused', localId, code: error.code, text: errorSentence(error) }
}

async function searchArrived(localId: LocalId): Promise<void> {
  const { outbox, info } = useOutbox.getState()
  const entry = outbox.entries.find((one) => one.localId === localId)
  const place = info.get(localId)?.place
  if (entry === undefined || place === undefined) return
  try {
    dispatch({ kind: 'looked', localId, found: await findArrived(entry, place) })
  } catch (error) {
    detectSessionEnd(error)
    if (error instanceof ApiError && !error.isTemporary && error.status !== 401) {
      // The conversation is no longer readable, so treat the message as not sent.
      dispatch({ kind: 'refused', localId, code: error.code, text: errorSentence(error) })
    } else dispatch({ kind: 'look-failed', localId })
  }
}

/** Loads unsent messages, including those of closed tabs, and starts sending. */
export async function startOutbox(): Promise<void> {
  const isOnline = () => {
    const { connection, isEnded } = useSession.getState()
    return navigator.onLine && !isEnded && (connection === 'live' || connection === 'catching-up')
  }
  const updateConnection = () => {
    if (useOutbox.getState().outbox.isOnline !== isOnline())
      dispatch({ kind: 'connection', isOnline: isOnline() })
  }
  useSession.subscribe(updateConnection)
  addEventListener('online', updateConnection)
  addEventListener('offline', updateConnection)
  onEvents((events) => {
    for (const event of events) {
      if (event.type !== 'message') continue
      newestSeenId = Math.max(newestSeenId, event.message.id)
      const { local_message_id: localId } = event
      if (localId !== undefined) dispatch({ kind: 'confirmed', localId, messageId: event.message.id })
    }
  })
  lockTab()
  setInterval(() => {
    if (useOutbox.getState().outbox.entries.length > 0) dispatch({ kind: 'tick' })
  }, 2_000)
  const adoptAll = () => adoptClosedTabs(adopt).catch(() => {})
  await adoptAll()
  // Often: after a tab is closed, the others should send its messages soon.
  setInterval(adoptAll, 5_000)
}

function adopt(sends: readonly StoredSend[]): void {
  if (sends.length === 0) return
  for (const { localId, place, writtenAt, draft } of sends) {
    if (draft !== undefined) markReleased(draft)
    setInfo(localId, { place, writtenAt, ...(draft === undefined ? {} : { draft }) })
  }
  useOutbox.setState(({ outbox }) => ({
    outbox: {
      ...outbox,
      // The current queue does not report these messages.
      queue: outbox.queue + 1,
      entries: [
        ...restoredOutbox(sends, outbox.queue, Date.now()).entries.map((one) => ({ ...one, queue: -1 })),
        ...outbox.entries,
      ],
    },
  }))
  dispatch({ kind: 'tick' })
}
