import { useEffect, useState } from 'react'
import { conversationOf, keyOf } from '../navigation/conversation.ts'
import { feedKey, isFeed } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { useAnnouncing } from '../notifications/announcements.ts'
import { personById } from '../people/people.ts'
import { messages, myId, onEvents } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { plainText } from './plain-text.ts'

const maxSpokenCharacters = 120
/** Further messages within a burst are announced as a count. */
const maxSpokenPerBurst = 3
const burstMs = 5_000
const maxLines = 8

interface Announcement {
  id: number
  text: string
}

/** Announces new messages to screen readers: all of the current conversation, and direct messages and mentions elsewhere. */
export function Announcer() {
  const text = useText()
  const [lines, setLines] = useState<readonly Announcement[]>([])
  const isOn = useAnnouncing((state) => state.isOn)
  useEffect(() => {
    if (!isOn) return setLines([])
    let recent: number[] = []
    let summarized = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const add = (id: number, line: string) =>
      setLines((before) => [...before, { id, text: line }].slice(-maxLines))
    const unsubscribe = onEvents((events) => {
      for (const event of events) {
        if (event.type !== 'message' || !isAnnounced(event.message.id)) continue
        const { id, sender_id: sender, content } = event.message
        const now = Date.now()
        recent = [...recent.filter((at) => at > now - burstMs), now]
        if (recent.length <= maxSpokenPerBurst) {
          add(
            id,
            text('feed.says', {
              name: personById(sender)?.full_name ?? '',
              words: plainText(content, maxSpokenCharacters),
            }),
          )
          continue
        }
        summarized++
        timer ??= setTimeout(() => {
          timer = undefined
          add(id, text('feed.new', { count: summarized }))
          summarized = 0
        }, burstMs)
      }
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [text, isOn])
  return (
    <div role="log" aria-live="polite" aria-label={text('feed.arrivals')} className="hidden-visually">
      {lines.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
    </div>
  )
}

function isAnnounced(id: number): boolean {
  const message = messages.get(id)
  if (message === undefined || message.sender_id === myId()) return false
  const place = conversationOf(message, myId())
  const { view, behind } = useRouter.getState()
  const shown = behind ?? view
  if (isFeed(shown) && feedKey(shown) === keyOf(place)) return true
  return !message.flags.includes('read') && (place.kind === 'dm' || message.flags.includes('mentioned'))
}
