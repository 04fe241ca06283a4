import { create } from 'zustand'
import { type Recipient, toRecipient } from '../compose/recipient.ts'
import { ownStorage } from '../device/shared-computer.ts'
import { saveDraft } from '../drafts/drafts.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages, myId, onEvents } from '../session/session.ts'
import { showErrorToast, showToast } from '../shell/toasts.ts'
import { afterChange, type EditedText } from './edit-conflict.ts'

/** `original` is undefined while it is loading. */
interface Editing extends EditedText {
  messageId: number | undefined
  isSaving: boolean
  /** The conversation when editing began. */
  to: Recipient | undefined
}

export const useEditing = create<Editing>(() => ({
  messageId: undefined,
  original: undefined,
  text: '',
  theirs: undefined,
  isSaving: false,
  to: undefined,
}))

/** Unsaved text is stored on this device, so closing the editor loses nothing. */
const storageKey = (id: number) => `edit.${id}`

export async function startEditing(messageId: number): Promise<void> {
  const message = messages.get(messageId)
  const to = message === undefined ? undefined : toRecipient(conversationOf(message, myId()), myId())
  useEditing.setState({ ...nothing, messageId, isSaving: false, to })
  try {
    const { raw_content: original } = await api.getMessage({
      message_id: messageId,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    if (useEditing.getState().messageId !== messageId) return
    useEditing.setState({ original, text: ownStorage().getItem(storageKey(messageId)) ?? original })
  } catch (error) {
    detectSessionEnd(error)
    showErrorToast(error)
    stopEditing()
  }
}

export function changeEdit(text: string): void {
  const { messageId, original } = useEditing.getState()
  useEditing.setState({ text })
  if (messageId === undefined) return
  if (text === original) ownStorage().removeItem(storageKey(messageId))
  else ownStorage().setItem(storageKey(messageId), text)
}

const nothing: EditedText = { original: undefined, text: '', theirs: undefined }
export const stopEditing = () => useEditing.setState({ ...nothing, messageId: undefined })
/** The reader chose to overwrite the other version. */
export const keepMine = () => useEditing.setState({ theirs: undefined })

export async function saveEdit(): Promise<void> {
  const { messageId, original, text, isSaving } = useEditing.getState()
  if (messageId === undefined || original === undefined || isSaving) return
  if (text === original) {
    stopEditing()
    return
  }
  useEditing.setState({ isSaving: true })
  try {
    await api.updateMessage({ message_id: messageId, content: text })
    ownStorage().removeItem(storageKey(messageId))
    if (useEditing.getState().messageId === messageId) stopEditing()
  } catch (error) {
    showErrorToast(error)
  } finally {
    useEditing.setState({ isSaving: false })
  }
}

/** The reader's last message of a feed. */
export const lastOwn = (ids: readonly number[], me: number): number | undefined =>
  ids.findLast((id) => messages.get(id)?.sender_id === me)

/** Saves the edited text as a draft if the message is deleted, and detects changes made elsewhere. */
export function startEditSync(): void {
  onEvents((events) => {
    const { messageId, original, text, to } = useEditing.getState()
    if (messageId === undefined) return
    for (const event of events) {
      if (event.type === 'update_message' && event.message_id === messageId) noteChange(event.content)
      if (event.type !== 'delete_message') continue
      const { message_ids: ids = [], message_id: id, stream_id: channelId, topic } = event
      if (id !== messageId && !ids.includes(messageId)) continue
      stopEditing()
      ownStorage().removeItem(storageKey(messageId))
      const place: Recipient | undefined =
        channelId === undefined || topic === undefined ? to : { kind: 'topic', channelId, topic }
      if (place === undefined || original === undefined || text === original || text.trim() === '') return
      saveDraft({ id: crypto.randomUUID(), to: place, text })
      showToast('message.goneWhileEdited')
      return
    }
  })
}

function noteChange(content: string | undefined): void {
  const { original, text, theirs, isSaving } = useEditing.getState()
  // Our own edit, a move, or a re-rendering.
  if (isSaving || content === undefined || content === original) return
  useEditing.setState(afterChange({ original, text, theirs }, content))
}
