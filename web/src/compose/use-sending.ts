import { maxMessageLength, maxTopicLength } from '@loquat/contract/light'
import { useEffect, useState } from 'react'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { findBotCommand } from '../interactions/bot-commands.ts'
import { codePointCount } from '../lib/lengths.ts'
import type { Conversation } from '../navigation/conversation.ts'
import { useDenials } from '../permissions/use-denial.ts'
import { myId, useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { type Command, commandIn, localCommands } from './commands.ts'
import { compose, setText, useCompose } from './compose.ts'
import { toConversation } from './recipient.ts'
import { runCommand } from './run-command.ts'
import { sendNow } from './send.ts'
import { sendCommand } from './send-command.ts'
import { reportTyping, stopTyping } from './typing-status.ts'
import { useWarnings } from './use-warnings.ts'
import type { Warning } from './warning.ts'

export interface Sending {
  /** Why it cannot be sent now. */
  denied: string | undefined
  send: () => void
  /** Called with the changed text. */
  handleText: (text: string) => void
  warnings: readonly Warning[]
  /** Number of people to be notified, while a confirmation is open. */
  asked: number | undefined
  answer: (yes: boolean) => void
  subscribers: ReadonlySet<number> | undefined
}

/** Unknown commands that a hint was shown for. */
const hintedNames = new Set<string>()
/** Known commands with several lines are texts, and need no hint. */
const needsHint = (name: string) => !hintedNames.has(name) && !localCommands.some((one) => one === name)

/** Sending of the text in the box: denial, warnings, confirmation and commands. */
export function useSending(): Sending {
  const say = useText()
  const { to, text } = useCompose()
  const org = useOrg((state) => state)
  const denialOf = useDenials()
  const uploads = useUploads()
  const channelId = to.kind === 'topic' ? to.channelId : undefined
  const subscribers = useSubscriberSet(channelId)
  const { warnings, blocked, reach } = useWarnings(to, text, subscribers)
  const [asked, setAsked] = useState<number>()
  const [hint, setHint] = useState<string>()
  const conversation = toConversation(to, myId())

  useEffect(() => stopTyping, [])
  const handleText = (typed: string) => {
    setText(typed)
    if (typed.trim() !== '') reportTyping(conversation, subscribers?.size)
    else stopTyping()
  }

  /** Why the reader cannot send to this conversation. */
  const barred = (): string | undefined => {
    if (conversation === undefined) return undefined
    return denialOf(
      conversation.kind === 'topic'
        ? { kind: 'post', channelId: conversation.channelId }
        : { kind: 'post-directly', userIds: conversation.userIds },
    )
  }
  const bar = barred()
  const reason = (): string | undefined => {
    if (conversation === undefined)
      return say(to.kind === 'dm' ? 'compose.needs.people' : 'compose.needs.channel')
    if (to.kind === 'topic' && to.topic.trim() === '' && org.realm_mandatory_topics)
      return say('compose.needs.topic')
    if (to.kind === 'topic' && codePointCount(to.topic.trim()) > maxTopicLength)
      return say('compose.needs.shorterTopic')
    if (bar !== undefined) return bar
    if (uploads.some(({ state }) => state === 'waiting' || state === 'running'))
      return say('compose.needs.uploads')
    if (uploads.some(({ state }) => state === 'failed')) return say('compose.needs.failedUploads')
    if (text.trim() === '' && uploads.length === 0) return say('compose.needs.text')
    if (text.length > maxMessageLength && codePointCount(text) > maxMessageLength)
      return say('compose.needs.shorter')
    return blocked
  }
  const denied = reason()
  const command = commandIn(text)
  const isHinted = command?.kind === 'unknown' && command.name === hint
  const noCommand: Warning = {
    key: 'command',
    kind: 'info',
    text: say('compose.warn.noCommand', { name: hint ?? '' }),
    actions: [],
  }
  const send = () => {
    if (denied !== undefined) return
    if (command?.kind === 'local' && conversation !== undefined) runCommand(command, conversation)
    else if (command?.kind === 'unknown' && conversation !== undefined)
      void sendUnknown(command, conversation)
    else sendText()
  }
  const sendText = () => {
    if (reach !== undefined) setAsked(reach)
    else sendNow()
  }
  const sendUnknown = async (unknown: Command & { kind: 'unknown' }, recipient: Conversation) => {
    const isOfBot = await findBotCommand(unknown.name)
    // Only if nothing was changed or sent meanwhile.
    if (compose().text !== text || compose().to !== to) return
    if (isOfBot) void sendCommand(unknown, recipient)
    else if (needsHint(unknown.name)) {
      hintedNames.add(unknown.name)
      setHint(unknown.name)
    } else sendText()
  }
  const answer = (yes: boolean) => {
    setAsked(undefined)
    if (yes) sendNow()
  }
  // If sending is denied, other warnings do not matter.
  const all: readonly Warning[] =
    bar !== undefined
      ? [{ key: 'barred', kind: 'danger', text: bar, actions: [] }]
      : isHinted
        ? [noCommand, ...warnings]
        : warnings
  return { denied, send, handleText, warnings: all, asked, answer, subscribers }
}
