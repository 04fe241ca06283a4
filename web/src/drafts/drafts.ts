import { type Recipient, recipientKey } from '../compose/recipient.ts'
import { deviceDb } from '../device/device-db.ts'
import { type ConversationKey, keyOf } from '../navigation/conversation.ts'
import { myId, onEvents, onFreshState, org, useSession } from '../session/session.ts'
import { changeDrafts, draftById, isDraftSyncEnabled, useDrafts } from './draft-list.ts'
import { type LocalDraft, mergeDrafts, newestFirst } from './draft-merge.ts'
import { deleteServerDraft, syncLater, syncNow } from './draft-sync.ts'

/** Saves a draft on the device, and later on the server. An empty draft is removed. */
export function saveDraft(draft: Pick<LocalDraft, 'id' | 'to' | 'text'>): void {
  const before = draftById(draft.id)
  if (draft.text.trim() === '') {
    if (before !== undefined) removeDraft(draft.id)
    return
  }
  const isSame = before?.text === draft.text && sameRecipient(before.to, draft.to)
  if (isSame) return
  storeDraft({ ...before, ...draft, changedAt: Date.now() })
  syncLater(draft.id)
}

const sameRecipient = (a: Recipient, b: Recipient) =>
  a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b)

export function storeDraft(draft: LocalDraft): void {
  changeDrafts((drafts) => [draft, ...drafts.filter(({ id }) => id !== draft.id)])
}

/** Removes a draft here and on the server. Returns it for undo. */
export function removeDraft(id: string): LocalDraft | undefined {
  const draft = draftById(id)
  if (draft === undefined) return undefined
  changeDrafts((drafts) => drafts.filter((one) => one.id !== id))
  deleteServerDraft(id, draft.serverId)
  const { serverId: _serverId, synced: _synced, ...own } = draft
  return own
}

/** Removes a draft whose text is being sent. The server keeps it until the message has arrived. */
export function releaseDraft(id: string): number | undefined {
  const draft = draftById(id)
  if (draft === undefined) return undefined
  const { serverId } = draft
  if (serverId !== undefined) markReleased(serverId)
  changeDrafts((drafts) => drafts.filter((one) => one.id !== id))
  return serverId
}

export const markReleased = (serverId: number): void =>
  useDrafts.setState(({ released }) => ({ released: new Set(released).add(serverId) }))

function merge(): void {
  const { drafts: server } = org()
  // The drafts of a cached snapshot may be older than the local ones.
  if (server === undefined || !isDraftSyncEnabled() || !isLive()) return
  const { released, beingWritten } = useDrafts.getState()
  changeDrafts((drafts) =>
    mergeDrafts(drafts, server, { released, beingWritten, newId: () => crypto.randomUUID() }),
  )
}

const isLive = () => useSession.getState().connection === 'live'

/** Moves drafts with a topic that was moved as a whole. */
function moveDrafts(from: ConversationKey, to: Recipient): void {
  const moved = useDrafts.getState().drafts.filter((draft) => recipientKey(draft.to, myId()) === from)
  if (moved.length === 0) return
  changeDrafts((drafts) => drafts.map((draft) => (moved.includes(draft) ? { ...draft, to } : draft)))
  for (const { id } of moved) syncLater(id)
}

/** Loads the stored drafts, and keeps them in sync with the server. */
export async function startDraftSync(): Promise<void> {
  try {
    const stored = await (await deviceDb()).getAll('drafts')
    const known = new Set(useDrafts.getState().drafts.map(({ id }) => id))
    useDrafts.setState(({ drafts }) => ({
      drafts: newestFirst([...drafts, ...stored.filter(({ id }) => !known.has(id))]),
    }))
  } catch {
    // Without storage, only the drafts of the server are available.
  }
  merge()
  for (const draft of useDrafts.getState().drafts) syncLater(draft.id)
  onFreshState(merge)
  useSession.subscribe((now, before) => {
    if (now.connection !== before.connection) merge()
  })
  onEvents((events) => {
    if (events.some(({ type }) => type === 'drafts')) merge()
    for (const event of events) {
      if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') continue
      const { stream_id: channelId, orig_subject: topic, subject, new_stream_id: newChannelId } = event
      if (channelId === undefined || topic === undefined) continue
      moveDrafts(keyOf({ kind: 'topic', channelId, topic }), {
        kind: 'topic',
        channelId: newChannelId ?? channelId,
        topic: subject ?? topic,
      })
    }
  })
  addEventListener('pagehide', () => syncNow(true))
}
