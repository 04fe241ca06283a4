import { useEffect } from 'react'
import { drawEmoji } from '../emoji/emoji-characters.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages } from '../session/session.ts'

const requested = new Set<number>()

/** Fetches the messages that rows preview, in one request. */
export function usePreviews(ids: readonly number[]): void {
  const missing = ids.filter((id) => messages.get(id) === undefined && !requested.has(id))
  const key = missing.join(',')
  useEffect(() => {
    if (key === '') return
    const wanted = key.split(',').map(Number)
    for (let at = 0; at < wanted.length; at += maxIdsPerRequest)
      void fetchMessages(wanted.slice(at, at + maxIdsPerRequest))
  }, [key])
}

/** Limit of the URL length. */
const maxIdsPerRequest = 500

async function fetchMessages(ids: number[]): Promise<void> {
  for (const id of ids) requested.add(id)
  const since = messages.position
  try {
    const options = { client_external_avatar: true, allow_empty_topic_name: true }
    const reply = await api.getMessages({ message_ids: ids, ...options })
    messages.put(reply.messages, since)
  } catch (error) {
    detectSessionEnd(error)
    for (const id of ids) requested.delete(id)
  }
}

const lines = new Map<string, string>()
const maxCachedLines = 500

/** The first line of a message, without markup. */
export function firstLine(html: string): string {
  const known = lines.get(html)
  if (known !== undefined) return known
  const nodes = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of nodes.querySelectorAll('.spoiler-content, .message_inline_image, pre')) hidden.remove()
  drawEmoji(nodes)
  const line = (nodes.body.textContent ?? '').trim().split('\n')[0]?.slice(0, 200) ?? ''
  lines.set(html, line)
  if (lines.size > maxCachedLines) lines.delete(lines.keys().next().value ?? '')
  return line
}
