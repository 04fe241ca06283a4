/**
 * The HTML of a message as evidence for the meaning of names in its text: users and channels may have been renamed since, and
 * emoji names mean different things. The HTML itself is never stored.
 */
export interface Evidence {
  /** IDs by the name in the text. */
  users: Map<string, number>
  channels: Map<string, number>
  /** Emoji codes by name. */
  emoji: Map<string, string>
}

const none: Evidence = { users: new Map(), channels: new Map(), emoji: new Map() }

const tag = /<(span|a)\b([^>]*)>([^<]*)</g

export function evidenceIn(html: string | null | undefined): Evidence {
  if (html == null || !/data-(?:user|stream)-id|class="emoji/.test(html)) return none
  const evidence: Evidence = { users: new Map(), channels: new Map(), emoji: new Map() }
  for (const [, , attributes = '', shown = ''] of html.matchAll(tag)) {
    const text = unescaped(shown)
    const user = /data-user-id="(\d+)"/.exec(attributes)?.[1]
    if (user !== undefined) evidence.users.set(text.replace(/^@/, ''), Number(user))
    const channel = /data-stream-id="(\d+)"/.exec(attributes)?.[1]
    if (channel !== undefined)
      evidence.channels.set(text.replace(/^#/, '').split(' > ')[0] ?? '', Number(channel))
    const code = /class="emoji emoji-([0-9a-f-]+)"/.exec(attributes)?.[1]
    const name = /^:([^:]+):$/.exec(text)?.[1]
    if (code !== undefined && name !== undefined) evidence.emoji.set(name, code)
  }
  return evidence
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => entities[name] ?? whole)
