import type { MessageObject } from '@loquat/contract'
import { create } from 'zustand'
import { draftById, newestDraftFor, useDrafts } from '../drafts/draft-list.ts'
import type { LocalDraft } from '../drafts/draft-merge.ts'
import { syncNow } from '../drafts/draft-sync.ts'
import { removeDraft, saveDraft, storeDraft } from '../drafts/drafts.ts'
import { holdKeysFor } from '../keyboard/held-keys.ts'
import { type Conversation, conversationOf } from '../navigation/conversation.ts'
import { type FeedView, isFeed, type View } from '../navigation/narrow.ts'
import { navigate, useRouter } from '../navigation/router.ts'
import { myId } from '../session/session.ts'
import { showUndoToast } from '../shell/toasts.ts'
import { clearUploads, draftOfFiles, uploadsOf } from '../uploads/uploads.ts'
import { hasQuote } from './quote-text.ts'
import {
  noRecipient,
  type Recipient,
  recipientKey,
  recipientOfView,
  toConversation,
  toRecipient,
} from './recipient.ts'

export type ComposePart = 'text' | 'topic' | 'recipient'

interface ComposeState {
  isOpen: boolean
  /** Opened over a view without its own box, such as the inbox. */
  isFloating: boolean
  to: Recipient
  text: string
  /** The open draft. A new one has its ID from the start. */
  draftId: string
  isMaximized: boolean
  isPreviewed: boolean
  dialog: 'schedule' | 'snippets' | undefined
  /** The requested focus. The count makes repeated requests distinct. */
  focus: { part: ComposePart; count: number }
}

const newDraftId = () => crypto.randomUUID()

export const useCompose = create<ComposeState>(() => ({
  isOpen: false,
  isFloating: false,
  to: noRecipient,
  text: '',
  draftId: newDraftId(),
  isMaximized: false,
  isPreviewed: false,
  dialog: undefined,
  focus: { part: 'text', count: 0 },
}))

export const compose = () => useCompose.getState()
const currentKey = () => recipientKey(compose().to, myId())

let saveTimer: ReturnType<typeof setTimeout> | undefined

/** Maximum delay between a keystroke and saving it on the device. */
const saveDelayMs = 400

function saveSoon(): void {
  saveTimer ??= setTimeout(saveNow, saveDelayMs)
}

export function saveNow(): void {
  clearTimeout(saveTimer)
  saveTimer = undefined
  const { draftId: id, to, text, isOpen } = compose()
  if (isOpen) saveDraft({ id, to, text })
}

export function setText(text: string): void {
  useCompose.setState({ text })
  if (useDrafts.getState().beingWritten !== compose().draftId) updateBeingWritten()
  saveSoon()
}

/** Changes the recipient and keeps the text. An empty box loads the newest draft for the recipient instead. */
export function setRecipient(to: Recipient): void {
  const { text } = compose()
  if (text.trim() === '') loadDraft(to, newestDraftFor(to))
  else {
    useCompose.setState({ to })
    saveSoon()
  }
}

export function requestFocus(part: ComposePart): void {
  useCompose.setState(({ focus }) => ({ focus: { part, count: focus.count + 1 } }))
}

export function openSnippets(): void {
  useCompose.setState({ dialog: 'snippets' })
  holdKeysFor('[role="dialog"] input[type="search"]')
}

export function togglePreview(): void {
  const isPreviewed = !compose().isPreviewed
  useCompose.setState({ isPreviewed })
  if (!isPreviewed) requestFocus('text')
}

/** Saves the current text, then loads a draft or an empty one. */
function loadDraft(to: Recipient, draft: LocalDraft | undefined): void {
  saveNow()
  useCompose.setState({
    to: draft?.to ?? to,
    text: draft?.text ?? '',
    draftId: draft?.id ?? draftOfFiles(recipientKey(to, myId())) ?? newDraftId(),
  })
  updateBeingWritten()
}

function updateBeingWritten(): void {
  const { isOpen, draftId } = compose()
  useDrafts.setState({ beingWritten: isOpen ? draftId : undefined })
}

interface OpenComposeOptions {
  to?: Recipient
  /** Appended to the existing text. */
  text?: string
  focus?: ComposePart
  /** Starts a new draft even if one exists for the recipient. */
  isNew?: boolean
}

/** Opens the box over the current view. The default recipient is the last one. */
export function openCompose({ to, text, focus, isNew = false }: OpenComposeOptions = {}): void {
  if (isNew) loadDraft(to ?? compose().to, undefined)
  else if (to !== undefined && isOtherRecipient(to)) loadDraft(to, newestDraftFor(to))
  else if (!compose().isOpen) {
    // The draft may have changed on another device since it was closed.
    const target = to ?? compose().to
    loadDraft(target, draftById(compose().draftId) ?? newestDraftFor(target))
  }
  showBox()
  if (text !== undefined) {
    const before = compose().text
    setText(before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`)
  }
  requestFocus(focus ?? firstEmptyField())
  holdKeysForCompose()
}

/** The forwarded text in the box. Closing the box without a change leaves no draft. */
let untouchedForward: { draftId: string; text: string } | undefined

/** Opens the box with a quoted message and no recipient. */
export function openForward(text: string): void {
  openCompose({ to: noRecipient, isNew: true, text, focus: 'recipient' })
  untouchedForward = { draftId: compose().draftId, text }
}

const isUntouchedForward = () =>
  untouchedForward?.draftId === compose().draftId &&
  untouchedForward.text === compose().text &&
  currentKey() === undefined

/** For callers that open the box only after a request. */
export const holdKeysForCompose = () => holdKeysFor('[data-region="compose"] :is(input, textarea)')

/** Whether the box has another recipient, or a forwarded message that still has none. */
const isOtherRecipient = (to: Recipient) =>
  recipientKey(to, myId()) !== currentKey() ||
  to.kind !== compose().to.kind ||
  (currentKey() === undefined && hasQuote(compose().text))

/** Floats over views that are not feeds: navigating to a feed would mark its messages as read. */
function showBox(): void {
  useCompose.setState({ isOpen: true, isFloating: !isFeed(viewBelow()) })
  updateBeingWritten()
}

function viewBelow(): View {
  const { view, behind } = useRouter.getState()
  return behind ?? view
}

/** Whether the box is on screen. It stays open but hidden when the reader goes from a feed to another view. */
export function isComposeShown(): boolean {
  const { isOpen, isFloating } = compose()
  return isOpen && (isFloating || isFeed(viewBelow()))
}

/** The first field that still needs input. */
export function firstEmptyField(): ComposePart {
  const { to } = compose()
  if (to.kind === 'dm') return to.userIds.length === 0 ? 'recipient' : 'text'
  if (to.channelId === undefined) return 'recipient'
  return to.topic === '' ? 'topic' : 'text'
}

/** Closes the box and keeps the text as a draft. */
export function closeCompose(): void {
  if (isUntouchedForward()) clearCommand()
  else saveNow()
  syncNow()
  useCompose.setState({ isOpen: false, isFloating: false, isMaximized: false, isPreviewed: false })
  updateBeingWritten()
}

/** Empties the box for the next message to the same recipient. */
export function clearCompose(): void {
  clearTimeout(saveTimer)
  saveTimer = undefined
  useCompose.setState({ text: '', draftId: newDraftId(), isPreviewed: false })
  updateBeingWritten()
}

/** Empties the box after a command, which is no draft. */
export function clearCommand(): void {
  removeDraft(compose().draftId)
  clearCompose()
}

/** Keeps the text as a draft, and starts another one to the same recipient. */
export function startNewDraft(): void {
  saveNow()
  clearCompose()
  requestFocus('text')
}

export function discardText(): void {
  saveNow()
  const { draftId, text, to } = compose()
  const removed = removeDraft(draftId)
  clearUploads(draftId)
  clearCompose()
  if (text.trim() === '') return
  showUndoToast('compose.discarded', () => {
    storeDraft(removed ?? { id: draftId, to, text, changedAt: Date.now() })
    openDraft(draftId)
  })
}

const hasContent = () => compose().text.trim() !== '' || uploadsOf(compose().draftId).length > 0

/** Sets the recipient of an opened view, unless the box has a text for another one. */
export function setRecipientFromView(view: FeedView): void {
  useCompose.setState({ isFloating: false })
  const implied = recipientOfView(view, myId())
  const isConversation = toConversation(implied, myId()) !== undefined && view.kind !== 'channel'
  if (!isConversation && compose().isOpen && hasContent()) return
  if (isConversation && recipientKey(implied, myId()) === currentKey()) return
  const draft = isConversation ? newestDraftFor(implied) : undefined
  loadDraft(implied, draft)
}

export function composeTo(conversation: Conversation, options: Omit<OpenComposeOptions, 'to'> = {}): void {
  openCompose({ to: toRecipient(conversation, myId()), focus: 'text', ...options })
}

/** Replies in the conversation of a message. */
export const replyTo = (message: MessageHeader): void => composeTo(conversationOf(message, myId()))

/** Replies to the sender in a direct message. */
export const replyToSender = ({ sender_id: id }: MessageHeader): void =>
  composeTo({ kind: 'dm', userIds: id === myId() ? [] : [id] })

export type MessageHeader = Pick<MessageObject, 'stream_id' | 'subject' | 'display_recipient' | 'sender_id'>

/** Starts a new topic in the channel of the view, if it has one. */
export function newTopic(): void {
  const view = viewBelow()
  openCompose({
    to: { kind: 'topic', channelId: 'channelId' in view ? view.channelId : undefined, topic: '' },
  })
}

export const newDirectMessage = (): void => openCompose({ to: { kind: 'dm', userIds: [] } })

export function openDraft(id: string): void {
  const draft = draftById(id)
  if (draft === undefined) return
  const conversation = toConversation(draft.to, myId())
  if (conversation !== undefined) navigate(conversation)
  loadDraft(draft.to, draft)
  showBox()
  requestFocus(firstEmptyField())
}

/** Opens the conversation of the recipient. */
export function goToRecipient(): void {
  const conversation = toConversation(compose().to, myId())
  if (conversation === undefined) return
  navigate(conversation)
  requestFocus('text')
}

/** Saves the text when the page is hidden or closed. */
export function startComposeAutosave(): void {
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', () => document.hidden && saveNow())
}
