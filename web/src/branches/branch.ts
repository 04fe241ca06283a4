import type { FetchedMessage } from '@loquat/contract'
import { create } from 'zustand'
import { channelById } from '../channels/channels.ts'
import { messageLink, quoteText } from '../compose/quote-text.ts'
import { plainText } from '../feed/plain-text.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { myId, org } from '../session/session.ts'

/** A message, and the topic in which it is answered beside it. */
export interface Branch {
  messageId: number
  channelId: number
  topic: string
  /** Whether the first answer was sent. The topic is fixed then. */
  isStarted: boolean
  /** The text that is being written. It is kept while the app is open. */
  text: string
}

interface BranchState {
  /** The message whose branch is on screen. */
  openId: number | undefined
  branches: ReadonlyMap<number, Branch>
}

export const useBranches = create<BranchState>(() => ({ openId: undefined, branches: new Map() }))

export const useOpenBranch = (): Branch | undefined =>
  useBranches(({ openId, branches }) => (openId === undefined ? undefined : branches.get(openId)))

/** Oldest branches are forgotten first. */
const maxBranches = 50

export function changeBranch(messageId: number, change: Partial<Branch>): void {
  useBranches.setState(({ branches }) => {
    const before = branches.get(messageId)
    return before === undefined
      ? {}
      : { branches: new Map(branches).set(messageId, { ...before, ...change }) }
  })
}

const maxProposalLength = 50

/** Opens the panel in which a channel message is answered in a topic of its own. */
export function openBranch({ id: messageId, stream_id: channelId, content }: FetchedMessage): void {
  if (channelId === undefined) return
  useBranches.setState(({ branches }) => {
    const next = [...branches].slice(-maxBranches)
    const topic = plainText(content, maxProposalLength)
    const fresh: Branch = { messageId, channelId, topic, isStarted: false, text: '' }
    return {
      openId: messageId,
      branches: branches.has(messageId) ? branches : new Map([...next, [messageId, fresh]]),
    }
  })
}

export const closeBranch = (): void => useBranches.setState({ openId: undefined })

/** Sends an answer. The first one quotes the message, with a link to it. */
export async function sendToBranch(branch: Branch, message: FetchedMessage): Promise<Problem | undefined> {
  const { messageId, channelId, topic, isStarted, text } = branch
  const problem = await attempt(async () => {
    const quote = isStarted ? '' : `${await quoteOf(message)}\n`
    await api.sendMessage({ type: 'channel', to: channelId, topic: topic.trim(), content: `${quote}${text}` })
  })
  if (problem === undefined) changeBranch(messageId, { isStarted: true, text: '' })
  return problem
}

async function quoteOf(message: FetchedMessage): Promise<string> {
  const { id, sender_full_name: name, sender_id: userId } = message
  const { raw_content: source } = await api.getMessage({
    message_id: id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  const conversation = conversationOf(message, myId())
  const channel = conversation.kind === 'topic' ? (channelById(conversation.channelId)?.name ?? '') : ''
  const link = messageLink(org().realm_url ?? location.origin, conversation, id, channel)
  return quoteText({ name, userId, link, source, said: 'said' })
}
