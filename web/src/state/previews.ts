import { useEffect } from 'react'
import { api } from './api.ts'
import { messages, noteEnd } from './session.ts'

const asked = new Set<number>()

/** Fetches the messages that rows show one line of, all in one request. */
export function usePreviews(ids: readonly number[]): void {
  const missing = ids.filter((id) => messages.get(id) === undefined && !asked.has(id))
  const key = missing.join(',')
  useEffect(() => {
    if (key === '') return
    const wanted = key.split(',').map(Number)
    for (const id of wanted) asked.add(id)
    const since = messages.position
    void api
      .getMessages({ message_ids: wanted, client_external_avatar: true, allow_empty_topic_name: true })
      .then((reply) => messages.put(reply.messages, since))
      .catch((error: unknown) => {
        noteEnd(error)
        for (const id of wanted) asked.delete(id)
      })
  }, [key])
}

/** The first line of a message, without markup. */
export function firstLine(html: string): string {
  const nodes = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of nodes.querySelectorAll('.spoiler-content, .message_inline_image, pre')) hidden.remove()
  return (nodes.body.textContent ?? '').trim().split('\n')[0]?.slice(0, 200) ?? ''
}
