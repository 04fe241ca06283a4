import type { DraftObject, NewDraft } from '@loquat/contract'
import { hasQuote } from '../compose/quote-text.ts'
import { type Recipient, recipientKey } from '../compose/recipient.ts'

/** A draft as stored in this browser. */
export interface LocalDraft {
  id: string
  to: Recipient
  text: string
  /** Milliseconds. */
  changedAt: number
  serverId?: number
  /** Content last seen on the server; undefined if it was never there. */
  synced?: string
  /** The version of another device, where both were changed. */
  isFromElsewhere?: boolean
}

/** The draft as sent to the server. Both sides trim. */
export function toServerDraft({ to, text, changedAt }: LocalDraft): NewDraft {
  const timestamp = Math.floor(changedAt / 1_000)
  const content = text.trim()
  if (to.kind === 'dm') return { type: 'private', to: [...to.userIds], topic: '', content, timestamp }
  if (to.channelId === undefined) return { type: '', to: [], topic: to.topic, content, timestamp }
  return { type: 'stream', to: [to.channelId], topic: to.topic.trim(), content, timestamp }
}

function recipientOf({ type, to, topic }: DraftObject): Recipient {
  if (type === 'private') return { kind: 'dm', userIds: to }
  return { kind: 'topic', channelId: type === 'stream' ? to[0] : undefined, topic }
}

/** Equal for drafts with the same recipient and text. */
export const contentOf = ({ type, to, topic, content }: Omit<NewDraft, 'timestamp'>): string =>
  JSON.stringify([type, [...to].sort((a, b) => a - b), topic.trim(), content.trim()])
const localContent = (draft: LocalDraft) => contentOf(toServerDraft(draft))

/** Whether it has changes that the server does not have. */
export const isDirty = (draft: LocalDraft): boolean => draft.synced !== localContent(draft)

export interface MergeContext {
  /** ID of the draft in the open compose box. */
  beingWritten: string | undefined
  /** Server drafts whose text is being sent; deleted when the message has arrived. */
  released: ReadonlySet<number>
  newId(): string
}

/**
 * Merges the drafts of the server into those of this browser. No local text is lost: a draft changed on both sides becomes two.
 */
export function mergeDrafts(
  local: readonly LocalDraft[],
  server: readonly DraftObject[],
  context: MergeContext,
): LocalDraft[] {
  const left = new Map(server.filter(({ id }) => !context.released.has(id)).map((one) => [one.id, one]))
  const result: LocalDraft[] = []
  const unmatched: LocalDraft[] = []
  for (const draft of local) {
    const theirs = draft.serverId === undefined ? undefined : left.get(draft.serverId)
    if (theirs === undefined) unmatched.push(draft)
    else {
      left.delete(theirs.id)
      result.push(...bothSides(draft, theirs, context))
    }
  }
  for (const draft of unmatched) result.push(...onlyHere(draft, left, context))
  for (const theirs of left.values()) result.push(fromServer(theirs, context.newId()))
  return result
}

/** Sorted by last change, newest first. */
export const newestFirst = (drafts: readonly LocalDraft[]): LocalDraft[] =>
  drafts.toSorted((a, b) => b.changedAt - a.changedAt)

function bothSides(draft: LocalDraft, theirs: DraftObject, context: MergeContext): LocalDraft[] {
  const content = contentOf(theirs)
  if (content === draft.synced) return [draft]
  if (content === localContent(draft)) return [{ ...draft, synced: content }]
  const isWritten = context.beingWritten === draft.id
  if (!isDirty(draft) && !isWritten) return [{ ...fromServer(theirs, draft.id) }]
  const { serverId: _id, synced: _synced, ...own } = draft
  return [own, { ...fromServer(theirs, context.newId()), isFromElsewhere: true }]
}

function onlyHere(
  draft: LocalDraft,
  left: Map<number, DraftObject>,
  { beingWritten }: MergeContext,
): LocalDraft[] {
  // It may have been stored by a call whose response was lost.
  const content = localContent(draft)
  const same = [...left.values()].find((theirs) => contentOf(theirs) === content)
  if (same !== undefined) {
    left.delete(same.id)
    return [{ ...draft, serverId: same.id, synced: content }]
  }
  if (draft.serverId === undefined) return [draft]
  // Deleted elsewhere. Changed and open drafts stay.
  if (!isDirty(draft) && beingWritten !== draft.id) return []
  const { serverId: _id, synced: _synced, ...own } = draft
  return [own]
}

const fromServer = (theirs: DraftObject, id: string): LocalDraft => ({
  id,
  to: recipientOf(theirs),
  text: theirs.content,
  changedAt: theirs.timestamp * 1_000,
  serverId: theirs.id,
  synced: contentOf(theirs),
})

/** The newest draft for a conversation. Without a recipient, drafts that forward a message are left out. */
export const draftFor = (drafts: readonly LocalDraft[], key: string | undefined, me: number) =>
  drafts
    .filter(({ to, text }) => recipientKey(to, me) === key && (key !== undefined || !hasQuote(text)))
    .reduce<LocalDraft | undefined>(
      (best, draft) => (best === undefined || draft.changedAt > best.changedAt ? draft : best),
      undefined,
    )

/** The drafts of a conversation, and the others, in the same order. */
export function splitDrafts(
  drafts: readonly LocalDraft[],
  key: string | undefined,
  me: number,
): { here: readonly LocalDraft[]; elsewhere: readonly LocalDraft[] } {
  const isHere = (draft: LocalDraft) => key !== undefined && recipientKey(draft.to, me) === key
  return { here: drafts.filter(isHere), elsewhere: drafts.filter((draft) => !isHere(draft)) }
}
