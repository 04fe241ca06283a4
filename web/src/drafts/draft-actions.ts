import { saveNow } from '../compose/compose.ts'
import { addFileLinks } from '../compose/compose-files.ts'
import { toConversation } from '../compose/recipient.ts'
import { wireRecipient } from '../compose/wire-recipient.ts'
import { api } from '../session/api.ts'
import { myId } from '../session/session.ts'
import { showErrorToast, showUndoToast } from '../shell/toasts.ts'
import { clearUploads } from '../uploads/uploads.ts'
import { draftById } from './draft-list.ts'
import type { LocalDraft } from './draft-merge.ts'
import { syncLater } from './draft-sync.ts'
import { removeDraft, storeDraft } from './drafts.ts'

/** The draft with links to its attached files in the text. */
function withFileLinks(id: string): LocalDraft | undefined {
  addFileLinks(id)
  saveNow()
  return draftById(id)
}

/** Deletes drafts, and offers undo. */
export function deleteDrafts(ids: readonly string[]): void {
  const removed = ids.flatMap((id) => {
    withFileLinks(id)
    clearUploads(id)
    return removeDraft(id) ?? []
  })
  if (removed.length === 0) return
  const undo = () => {
    for (const draft of removed) {
      storeDraft(draft)
      syncLater(draft.id)
    }
  }
  showUndoToast('drafts.deleted', undo, { count: removed.length })
}

/** Schedules a draft, `at` in seconds, and deletes it on success. */
export async function scheduleDraft(draft: LocalDraft, at: number): Promise<void> {
  const conversation = toConversation(draft.to, myId())
  if (conversation === undefined) return
  try {
    const { scheduled_message_id: id } = await api.createScheduledMessage({
      ...wireRecipient(conversation),
      content: withFileLinks(draft.id)?.text ?? draft.text,
      scheduled_delivery_timestamp: at,
      read_by_sender: true,
    })
    const removed = removeDraft(draft.id)
    const undo = () => {
      void api.deleteScheduledMessage({ scheduled_message_id: id }).catch(showErrorToast)
      if (removed !== undefined) storeDraft(removed)
    }
    showUndoToast('drafts.scheduled', undo)
  } catch (error) {
    showErrorToast(error)
  }
}

export async function deleteSnippet({
  id,
  title,
  content,
}: {
  id: number
  title: string
  content: string
}): Promise<void> {
  try {
    await api.deleteSavedSnippet({ saved_snippet_id: id })
    showUndoToast('drafts.snippetDeleted', () => void saveSnippet({ title, content }), { title })
  } catch (error) {
    showErrorToast(error)
  }
}

export async function saveSnippet({
  id,
  title,
  content,
}: {
  id?: number
  title: string
  content: string
}): Promise<boolean> {
  try {
    if (id === undefined) await api.createSavedSnippet({ title, content })
    else await api.editSavedSnippet({ saved_snippet_id: id, title, content })
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}
