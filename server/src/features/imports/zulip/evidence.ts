import { type Evidence, noEvidence } from '../text/own-dialect.ts'

const tag = /<(span|a)\b([^>]*)>([^<]*)</g

/** Reads the HTML of a message as evidence for the names in its text. The HTML itself is never stored. */
export function evidenceIn(html: string | null | undefined): Evidence {
  if (html == null || !/data-(?:user|stream)-id|class="emoji/.test(html)) return noEvidence
  const evidence = {
    users: new Map<string, number>(),
    channels: new Map<string, number>(),
    emoji: new Map<string, string>(),
  }
  for (const [, , attributes = '', shown = ''] of html.matchAll(tag)) {
    const text = unescaped(shown)
    const user = /data-user-id="(\d+)"/.exec(attributes)?.[1]
    if (user !== undefined) evidence.users.set(text.replace(/^@/, ''), Number(user))
    const channel = /data-stream-id="(\d+)"/.exec(attributes)?.[1]
    if (channel !== undefined)
      evidence.channels.set(text.replace(/^#/, '').split(' > ')[0] ?? '', Number(channel))
    const emoji = emojiIn(attributes, text)
    if (emoji !== undefined) evidence.emoji.set(...emoji)
  }
  return evidence
}

/** Names and codes of emoji in the HTML of a message. */
export function* emojiEvidenceIn(html: string | null | undefined): Generator<[name: string, code: string]> {
  if (typeof html !== 'string' || !html.includes('class="emoji emoji-')) return
  for (const [, , attributes = '', shown = ''] of html.matchAll(tag)) {
    const emoji = emojiIn(attributes, unescaped(shown))
    if (emoji !== undefined) yield emoji
  }
}

function emojiIn(attributes: string, text: string): [name: string, code: string] | undefined {
  const code = /class="emoji emoji-([0-9a-f-]+)"/.exec(attributes)?.[1]
  const name = /^:([^:]+):$/.exec(text)?.[1]
  return code === undefined || name === undefined ? undefined : [name, code]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => entities[name] ?? whole)
