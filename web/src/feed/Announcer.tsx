import { useEffect, useState } from 'react'
import { conversationOf, keyOf } from '../navigation/conversation.ts'
import { feedKey, isFeed } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { useAnnouncing } from '../notifications/announcements.ts'
import { personById } from '../people/people.ts'
import { messages, myId, onEvents } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { textOf } from './text-of.ts'

const heard = 120
/** More than these within so many milliseconds become a number. */
const few = 3
const together = 5_000
const mostLines = 8

interface Line {
  id: number
  text: string
}

/** Says what arrives to those who do not see it: what is said where they are, and elsewhere what is to them. */
export function Announcer() {
  const text = useText()
  const [lines, setLines] = useState<readonly Line[]>([])
  const isOn = useAnnouncing((state) => state.isOn)
  useEffect(() => {
    if (!isOn) return setLines([])
    let recent: number[] = []
    let uncounted = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const add = (id: number, line: string) =>
      setLines((before) => [...before, { id, text: line }].slice(-mostLines))
    const unfollow = onEvents((events) => {
      for (const event of events) {
        if (event.type !== 'message' || !isHeard(event.message.id)) continue
        const { id, sender_id: sender, content } = event.message
        const now = Date.now()
        recent = [...recent.filter((at) => at > now - together), now]
        if (recent.length <= few) {
          add(
            id,
            text('feed.says', { name: personById(sender)?.full_name ?? '', words: textOf(content, heard) }),
          )
          continue
        }
        uncounted++
        timer ??= setTimeout(() => {
          timer = undefined
          add(id, text('feed.new', { count: uncounted }))
          uncounted = 0
        }, together)
      }
    })
    return () => {
      clearTimeout(timer)
      unfollow()
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

function isHeard(id: number): boolean {
  const message = messages.get(id)
  if (message === undefined || message.sender_id === myId()) return false
  const place = conversationOf(message, myId())
  const { view, behind } = useRouter.getState()
  const shown = behind ?? view
  if (isFeed(shown) && feedKey(shown) === keyOf(place)) return true
  return !message.flags.includes('read') && (place.kind === 'dm' || message.flags.includes('mentioned'))
}
