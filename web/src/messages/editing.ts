import { create } from 'zustand'
import { type Recipient, toRecipient } from '../compose/recipient.ts'
import { ownStorage } from '../device/shared-computer.ts'
import { saveDraft } from '../drafts/drafts.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages, myId, onEvents } from '../session/session.ts'
import { say, sayError } from '../shell/toasts.ts'
import { afterChange, type EditedText } from './edit-conflict.ts'

/** `original` is undefined until it has been fetched. */
interface Editing extends EditedText {
  messageId: number | undefined
  isSaving: boolean
  /** Where it was said when editing began. */
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

/** What was written and not saved is kept on this device, so that closing the editor loses nothing. */
const kept = (id: number) => `edit.${id}`

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
    useEditing.setState({ original, text: ownStorage().getItem(kept(messageId)) ?? original })
  } catch (error) {
    detectSessionEnd(error)
    sayError(error)
    stopEditing()
  }
}

export function changeEdit(text: string): void {
  const { messageId, original } = useEditing.getState()
  useEditing.setState({ text })
  if (messageId === undefined) return
  if (text === original) ownStorage().removeItem(kept(messageId))
  else ownStorage().setItem(kept(messageId), text)
}

const nothing: EditedText = { original: undefined, text: '', theirs: undefined }
export const stopEditing = () => useEditing.setState({ ...nothing, messageId: undefined })
/** What it says elsewhere has been seen: the text here is to replace it. */
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
    ownStorage().removeItem(kept(messageId))
    if (useEditing.getState().messageId === messageId) stopEditing()
  } catch (error) {
    sayError(error)
  } finally {
    useEditing.setState({ isSaving: false })
  }
}

/** The last message of the reader in what is on screen, for editing it with one key. */
export const lastOwn = (ids: readonly number[], me: number): number | undefined =>
  ids.findLast((id) => messages.get(id)?.sender_id === me)

/** Whoever edits a message that is deleted meanwhile has the text as a draft; that it was changed is said. */
export function keepEdits(): void {
  onEvents((events) => {
    const { messageId, original, text, to } = useEditing.getState()
    if (messageId === undefined) return
    for (const event of events) {
      if (event.type === 'update_message' && event.message_id === messageId) noteChange(event.content)
      if (event.type !== 'delete_message') continue
      const { message_ids: ids = [], message_id: id, stream_id: channelId, topic } = event
      if (id !== messageId && !ids.includes(messageId)) continue
      stopEditing()
      ownStorage().removeItem(kept(messageId))
      const place: Recipient | undefined =
        channelId === undefined || topic === undefined ? to : { kind: 'topic', channelId, topic }
      if (place === undefined || original === undefined || text === original || text.trim() === '') return
      saveDraft({ id: crypto.randomUUID(), to: place, text })
      say('message.goneWhileEdited')
      return
    }
  })
}

function noteChange(content: string | undefined): void {
  const { original, text, theirs, isSaving } = useEditing.getState()
  // Our own, or a move, or only rendered anew.
  if (isSaving || content === undefined || content === original) return
  useEditing.setState(afterChange({ original, text, theirs }, content))
}
