import { ApiError } from '@loquat/client'
import { channelById } from '../channels/channels.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, hasLiveSession, untilLive } from '../session/session.ts'
import { changeDrafts, draftById, isDraftSyncEnabled } from './draft-list.ts'
import { contentOf, isDirty, toServerDraft } from './draft-merge.ts'

/** Time without changes before a draft is sent to the server. */
const syncDelayMs = 5_000
const minSyncedLength = 3

const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** One call at a time per draft, so that a draft is created only once. */
const running = new Map<string, Promise<void>>()

export function syncLater(id: string): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => void sync(id), syncDelayMs),
  )
}

/** Sends all pending drafts immediately, because the page or the box is closed. */
export function syncNow(keepalive = false): void {
  for (const [id, timer] of timers) {
    clearTimeout(timer)
    void sync(id, keepalive)
  }
}

function sync(id: string, keepalive = false): Promise<void> {
  timers.delete(id)
  const next = (running.get(id) ?? Promise.resolve()).then(() => store(id, keepalive))
  running.set(id, next)
  void next.finally(() => running.get(id) === next && running.delete(id))
  return next
}

async function store(id: string, keepalive: boolean): Promise<void> {
  // Nothing is lost if the page is closed before that: the draft is stored on the device.
  if (!hasLiveSession()) await untilLive()
  const draft = draftById(id)
  if (draft === undefined || !isDraftSyncEnabled() || !isDirty(draft)) return
  if (draft.serverId === undefined && draft.text.replace(/\s/g, '').length < minSyncedLength) return
  // The server rejects drafts for archived and hidden channels. They stay on the device.
  const channelId = draft.to.kind === 'topic' ? draft.to.channelId : undefined
  if (channelId !== undefined && channelById(channelId)?.is_archived !== false) return
  const sent = toServerDraft(draft)
  try {
    if (draft.serverId === undefined) {
      const { ids } = await api.createDrafts({ drafts: [sent] }, { keepalive })
      const [serverId] = ids
      if (serverId !== undefined) markStored(id, serverId, contentOf(sent))
    } else {
      await api.editDraft({ draft_id: draft.serverId, draft: sent }, { keepalive })
      markStored(id, draft.serverId, contentOf(sent))
    }
  } catch (error) {
    detectSessionEnd(error)
    if (error instanceof ApiError && error.status === 404) forgetServerId(id)
    else if (!(error instanceof ApiError) || error.isTemporary) syncLater(id)
  }
}

function markStored(id: string, serverId: number, synced: string): void {
  if (draftById(id) === undefined) {
    // It was sent or deleted during the call.
    serverIdListeners.get(id)?.(serverId)
    serverIdListeners.delete(id)
    return
  }
  changeDrafts((drafts) => drafts.map((draft) => (draft.id === id ? { ...draft, serverId, synced } : draft)))
}

function forgetServerId(id: string): void {
  changeDrafts((drafts) =>
    drafts.map((draft) => {
      if (draft.id !== id) return draft
      const { serverId: _serverId, synced: _synced, ...own } = draft
      return own
    }),
  )
  syncLater(id)
}

/** Listeners for the server ID of a draft that was removed while it was being stored. */
const serverIdListeners = new Map<string, (serverId: number) => void>()

/** Server ID of a draft, waiting for a running call; undefined if it was never stored. */
export async function serverIdOf(id: string, known: number | undefined): Promise<number | undefined> {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (known !== undefined) return known
  const storing = running.get(id)
  if (storing === undefined) return undefined
  let found: number | undefined
  serverIdListeners.set(id, (serverId) => {
    found = serverId
  })
  await storing
  serverIdListeners.delete(id)
  return found
}

/** Deletes a draft on the server. Failures are ignored: the draft reappears and can be deleted again. */
export function deleteServerDraft(id: string, known: number | undefined): void {
  void serverIdOf(id, known).then(async (serverId) => {
    if (serverId === undefined) return
    await api.deleteDraft({ draft_id: serverId }).catch(detectSessionEnd)
  })
}
