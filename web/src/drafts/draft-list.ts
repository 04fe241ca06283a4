import { create } from 'zustand'
import { type Recipient, recipientKey } from '../compose/recipient.ts'
import { writeToDevice } from '../device/device-db.ts'
import type { ConversationKey } from '../navigation/conversation.ts'
import { myId, org } from '../session/session.ts'
import { draftFor, type LocalDraft, newestFirst } from './draft-merge.ts'

interface DraftsState {
  /** Newest first. */
  drafts: readonly LocalDraft[]
  /** Server drafts whose text is being sent as a message. */
  released: ReadonlySet<number>
  /** ID of the draft in the open compose box. */
  beingWritten: string | undefined
}

/** Drafts of this browser and of the server. */
export const useDrafts = create<DraftsState>(() => ({
  drafts: [],
  released: new Set(),
  beingWritten: undefined,
}))

export const draftById = (id: string): LocalDraft | undefined =>
  useDrafts.getState().drafts.find((draft) => draft.id === id)
export function newestDraftFor(to: Recipient): LocalDraft | undefined {
  // Drafts without a recipient have no key, only a kind.
  const drafts = useDrafts.getState().drafts.filter((draft) => draft.to.kind === to.kind)
  return draftFor(drafts, recipientKey(to, myId()), myId())
}
export const useDraftCount = (key: ConversationKey | undefined): number =>
  useDrafts(({ drafts }) => drafts.filter(({ to }) => recipientKey(to, myId()) === key).length)

export function changeDrafts(edit: (drafts: readonly LocalDraft[]) => readonly LocalDraft[]): void {
  const { drafts: before } = useDrafts.getState()
  const after = newestFirst(edit(before))
  useDrafts.setState({ drafts: after })
  const kept = new Set(after.map(({ id }) => id))
  const known = new Map(before.map((draft) => [draft.id, draft]))
  writeToDevice(async (db) => {
    const store = db.transaction('drafts', 'readwrite').store
    for (const { id } of before) if (!kept.has(id)) void store.delete(id)
    for (const draft of after) if (known.get(draft.id) !== draft) void store.put(draft)
    await store.transaction.done
  })
}

export const isDraftSyncEnabled = (): boolean => org().user_settings?.enable_drafts_synchronization !== false
