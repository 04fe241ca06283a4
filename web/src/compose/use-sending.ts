import { maxMessageLength, maxTopicLength } from '@loquat/contract/light'
import { useEffect, useState } from 'react'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { lengthOf } from '../lib/lengths.ts'
import { useDenials } from '../permissions/use-denial.ts'
import { myId, useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { commandIn, localCommands } from './commands.ts'
import { setText, useCompose } from './compose.ts'
import { toConversation } from './recipient.ts'
import { runCommand } from './run-command.ts'
import { sendNow } from './send.ts'
import { noteTyping, stopTyping } from './typing-out.ts'
import { useWarnings } from './use-warnings.ts'
import type { Warning } from './warning.ts'

export interface Sending {
  /** Why it cannot be sent now. */
  denied: string | undefined
  send: () => void
  /** Somebody typed. */
  noteText: (text: string) => void
  warnings: readonly Warning[]
  /** How many people would be told, while that is asked. */
  asked: number | undefined
  answer: (yes: boolean) => void
  subscribers: ReadonlySet<number> | undefined
}

/** Words after a slash that were sent, or are about to be, although no command is called so. */
const hinted = new Set<string>()
/** A command with more lines below it is a text, and known to be one. */
const isWorthAHint = (name: string) => !hinted.has(name) && !localCommands.some((one) => one === name)

/** Whether and how the text in the box goes out. */
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
  const place = toConversation(to, myId())

  useEffect(() => stopTyping, [])
  const noteText = (typed: string) => {
    setText(typed)
    if (typed.trim() !== '') noteTyping(place, subscribers?.size)
    else stopTyping()
  }

  /** Why nothing at all can be sent there. */
  const barred = (): string | undefined => {
    if (place === undefined) return undefined
    return denialOf(
      place.kind === 'topic'
        ? { kind: 'post', channelId: place.channelId }
        : { kind: 'post-directly', userIds: place.userIds },
    )
  }
  const bar = barred()
  const reason = (): string | undefined => {
    if (place === undefined) return say(to.kind === 'dm' ? 'compose.needs.people' : 'compose.needs.channel')
    if (to.kind === 'topic' && to.topic.trim() === '' && org.realm_mandatory_topics)
      return say('compose.needs.topic')
    if (to.kind === 'topic' && lengthOf(to.topic.trim()) > maxTopicLength)
      return say('compose.needs.shorterTopic')
    if (bar !== undefined) return bar
    if (uploads.some(({ state }) => state === 'waiting' || state === 'running'))
      return say('compose.needs.uploads')
    if (uploads.some(({ state }) => state === 'failed')) return say('compose.needs.failedUploads')
    if (text.trim() === '' && uploads.length === 0) return say('compose.needs.text')
    if (text.length > maxMessageLength && lengthOf(text) > maxMessageLength)
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
    if (command?.kind === 'local' && place !== undefined) runCommand(command, place)
    else if (command?.kind === 'unknown' && isWorthAHint(command.name)) {
      hinted.add(command.name)
      setHint(command.name)
    } else if (reach !== undefined) setAsked(reach)
    else sendNow()
  }
  const answer = (yes: boolean) => {
    setAsked(undefined)
    if (yes) sendNow()
  }
  // What else there is to know about it matters no more then.
  const all: readonly Warning[] =
    bar !== undefined
      ? [{ key: 'barred', kind: 'danger', text: bar, actions: [] }]
      : isHinted
        ? [noCommand, ...warnings]
        : warnings
  return { denied, send, noteText, warnings: all, asked, answer, subscribers }
}
