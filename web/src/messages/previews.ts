import { useEffect } from 'react'
import { drawEmoji } from '../emoji/emoji-characters.ts'
import { dateFormat } from '../lib/zoned.ts'
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
const timeFormat = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** The first line of a message, without markup. If it begins with a quote, the first line of the answer to it. */
export function firstLine(html: string): string {
  const { lang } = document.documentElement
  const key = `${lang}:${html}`
  const known = lines.get(key)
  if (known !== undefined) return known
  const nodes = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of nodes.querySelectorAll('.spoiler-content, .message_inline_image, pre')) hidden.remove()
  removeLeadingQuote(nodes.body)
  for (const time of nodes.querySelectorAll('time[datetime]')) {
    const date = Date.parse(time.getAttribute('datetime') ?? '')
    if (Number.isFinite(date)) time.textContent = dateFormat(lang, timeFormat).format(date)
  }
  drawEmoji(nodes)
  const line = (nodes.body.textContent ?? '').trim().split('\n')[0]?.slice(0, 200) ?? ''
  lines.set(key, line)
  if (lines.size > maxCachedLines) lines.delete(lines.keys().next().value ?? '')
  return line
}

/** Removes "Ana said:" above a quote, and the quote if there is text below it. */
function removeLeadingQuote(body: HTMLElement): void {
  const [attribution, quote] = body.children
  if (attribution?.matches('p:has(.user-mention)') !== true || quote?.matches('blockquote') !== true) return
  attribution.remove()
  if (body.children.length > 1) quote.remove()
}
