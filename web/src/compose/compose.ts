import type { MessageObject } from '@loquat/contract'
import { create } from 'zustand'
import { draftById, newestDraftFor, useDrafts } from '../drafts/draft-list.ts'
import type { LocalDraft } from '../drafts/draft-merge.ts'
import { syncNow } from '../drafts/draft-sync.ts'
import { keepDraft, put, removeDraft } from '../drafts/drafts.ts'
import { holdKeysFor } from '../keyboard/held-keys.ts'
import { type Conversation, conversationOf } from '../navigation/conversation.ts'
import { type FeedView, isFeed, type View } from '../navigation/narrow.ts'
import { navigate, useRouter } from '../navigation/router.ts'
import { myId } from '../session/session.ts'
import { showUndoToast } from '../shell/toasts.ts'
import { clearUploads, draftOfFiles, uploadsOf } from '../uploads/uploads.ts'
import { hasQuote } from './quote-text.ts'
import { impliedBy, nobody, type Recipient, recipientKey, toConversation, toRecipient } from './recipient.ts'

export type ComposePart = 'text' | 'topic' | 'recipient'

interface Compose {
  isOpen: boolean
  /** It was opened over a view that has no box of its own, such as the inbox, and is shown there. */
  isFloating: boolean
  to: Recipient
  text: string
  /** The draft that is being written. A new one has its id from the start. */
  draftId: string
  isMaximised: boolean
  isPreviewed: boolean
  dialog: 'schedule' | 'snippets' | undefined
  /** Where the caret shall be; counted, so that asking again moves it again. */
  focus: { part: ComposePart; count: number }
}

const newDraftId = () => crypto.randomUUID()

export const useCompose = create<Compose>(() => ({
  isOpen: false,
  isFloating: false,
  to: nobody,
  text: '',
  draftId: newDraftId(),
  isMaximised: false,
  isPreviewed: false,
  dialog: undefined,
  focus: { part: 'text', count: 0 },
}))

export const compose = () => useCompose.getState()
const keyNow = () => recipientKey(compose().to, myId())

let keeping: ReturnType<typeof setTimeout> | undefined

/** Every key is on disk at most this many milliseconds later. */
const patience = 400

function keepLater(): void {
  keeping ??= setTimeout(keepNow, patience)
}

export function keepNow(): void {
  clearTimeout(keeping)
  keeping = undefined
  const { draftId: id, to, text, isOpen } = compose()
  if (isOpen) keepDraft({ id, to, text })
}

export function setText(text: string): void {
  useCompose.setState({ text })
  if (useDrafts.getState().beingWritten !== compose().draftId) noteWritten()
  keepLater()
}

/** Changes whom it is for. What was written goes along; a draft that is there already is taken if nothing was written. */
export function setRecipient(to: Recipient): void {
  const { text } = compose()
  if (text.trim() === '') load(to, newestDraftFor(to))
  else {
    useCompose.setState({ to })
    keepLater()
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

/** Puts a draft, or nothing, into the box; what was in it is kept. */
function load(to: Recipient, draft: LocalDraft | undefined): void {
  keepNow()
  useCompose.setState({
    to: draft?.to ?? to,
    text: draft?.text ?? '',
    draftId: draft?.id ?? draftOfFiles(recipientKey(to, myId())) ?? newDraftId(),
  })
  noteWritten()
}

function noteWritten(): void {
  const { isOpen, draftId } = compose()
  useDrafts.setState({ beingWritten: isOpen ? draftId : undefined })
}

interface Opening {
  to?: Recipient
  /** Put behind what is there. */
  text?: string
  focus?: ComposePart
  /** Starts a new draft, whatever was written to the same recipient before. */
  isNew?: boolean
}

/** Opens the box over the current view; without a recipient for what it was for last. */
export function openCompose({ to, text, focus, isNew = false }: Opening = {}): void {
  if (isNew) load(to ?? compose().to, undefined)
  else if (to !== undefined && isOther(to)) load(to, newestDraftFor(to))
  else if (!compose().isOpen) {
    // It may have changed elsewhere since it was closed.
    const target = to ?? compose().to
    load(target, draftById(compose().draftId) ?? newestDraftFor(target))
  }
  show()
  if (text !== undefined) {
    const before = compose().text
    setText(before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`)
  }
  requestFocus(focus ?? firstGap())
  holdKeysForCompose()
}

/** For what opens the box only after a request. */
export const holdKeysForCompose = () => holdKeysFor('[data-region="compose"] :is(input, textarea)')

/** Whether the box is about another recipient, or holds what was about to be forwarded to nobody yet. */
const isOther = (to: Recipient) =>
  recipientKey(to, myId()) !== keyNow() ||
  to.kind !== compose().to.kind ||
  (keyNow() === undefined && hasQuote(compose().text))

/** Feeds have a place for the box. Over other views it floats, because going to a feed would mark its messages as read. */
function show(): void {
  useCompose.setState({ isOpen: true, isFloating: !isFeed(viewBelow()) })
  noteWritten()
}

function viewBelow(): View {
  const { view, behind } = useRouter.getState()
  return behind ?? view
}

/** Whether the box is on screen. It stays open, but hidden, where a view without messages follows a feed. */
export function isComposeShown(): boolean {
  const { isOpen, isFloating } = compose()
  return isOpen && (isFloating || isFeed(viewBelow()))
}

/** The first field that still needs something. */
export function firstGap(): ComposePart {
  const { to } = compose()
  if (to.kind === 'dm') return to.userIds.length === 0 ? 'recipient' : 'text'
  if (to.channelId === undefined) return 'recipient'
  return to.topic === '' ? 'topic' : 'text'
}

/** Closes the box; what was written is a draft. */
export function closeCompose(): void {
  keepNow()
  syncNow()
  useCompose.setState({ isOpen: false, isFloating: false, isMaximised: false, isPreviewed: false })
  noteWritten()
}

/** The box is empty and ready for the next text to the same. */
export function clearCompose(): void {
  clearTimeout(keeping)
  keeping = undefined
  useCompose.setState({ text: '', draftId: newDraftId(), isPreviewed: false })
  noteWritten()
}

/** Leaves what is written as a draft, and begins another text to the same. */
export function startAnother(): void {
  keepNow()
  clearCompose()
  requestFocus('text')
}

export function discardText(): void {
  keepNow()
  const { draftId, text, to } = compose()
  const removed = removeDraft(draftId)
  clearUploads(draftId)
  clearCompose()
  if (text.trim() === '') return
  showUndoToast('compose.discarded', () => {
    put(removed ?? { id: draftId, to, text, changedAt: Date.now() })
    openDraft(draftId)
  })
}

const holdsSomething = () => compose().text.trim() !== '' || uploadsOf(compose().draftId).length > 0

/** When another view is opened, the box goes along, unless it holds a text for somebody else. */
export function followView(view: FeedView): void {
  useCompose.setState({ isFloating: false })
  const implied = impliedBy(view, myId())
  const isConversation = toConversation(implied, myId()) !== undefined && view.kind !== 'channel'
  if (!isConversation && compose().isOpen && holdsSomething()) return
  if (isConversation && recipientKey(implied, myId()) === keyNow()) return
  const draft = isConversation ? newestDraftFor(implied) : undefined
  load(implied, draft)
}

export function composeTo(conversation: Conversation, options: Omit<Opening, 'to'> = {}): void {
  openCompose({ to: toRecipient(conversation, myId()), focus: 'text', ...options })
}

/** Answers a message where it was said. */
export const replyTo = (message: Placed): void => composeTo(conversationOf(message, myId()))

/** Answers only whoever wrote it. */
export const replyToSender = ({ sender_id: id }: Placed): void =>
  composeTo({ kind: 'dm', userIds: id === myId() ? [] : [id] })

export type Placed = Pick<MessageObject, 'stream_id' | 'subject' | 'display_recipient' | 'sender_id'>

/** A new topic in the channel of the view, or in one to be chosen. */
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
  load(draft.to, draft)
  show()
  requestFocus(firstGap())
}

/** Goes to where the text will be sent. */
export function goToRecipient(): void {
  const conversation = toConversation(compose().to, myId())
  if (conversation === undefined) return
  navigate(conversation)
  requestFocus('text')
}

/** What is written is kept when the page goes. */
export function keepCompose(): void {
  addEventListener('pagehide', keepNow)
  document.addEventListener('visibilitychange', () => document.hidden && keepNow())
}
