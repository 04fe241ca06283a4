import { maxMessageLength } from '@loquat/contract'
import type { SourceId } from '../source-id.ts'

/**
 * The text of a message: our Markdown, with references to things whose names and IDs are known only once they are
 * imported. Sources write references in place of mentions and links; the writer replaces them.
 */
export type ImportText = readonly (string | Reference)[]

/** Each has a text to show if the object was not imported. */
export type Reference =
  /** `@**Name**`; silent for deactivated users. */
  | { kind: 'mention'; user: SourceId; isSilent?: boolean; fallback: string }
  /** The ID of a user, inside a mention: `@**Name|12**`. */
  | { kind: 'user ID'; user: SourceId; fallback: string }
  /** `@*Name*`. */
  | { kind: 'group mention'; group: SourceId; isSilent?: boolean; fallback: string }
  /** `#**channel**`. */
  | { kind: 'channel'; channel: SourceId; fallback: string }
  /** `#**channel>topic**`. */
  | { kind: 'topic'; channel: SourceId; topic: string; fallback: string }
  /** `#**channel>topic@message**`; `[label](…)` for a direct message or if there is a label. */
  | { kind: 'message'; message: SourceId; label?: string; fallback: string }
  /** Relative URL of a message, for use inside a link: `#narrow/channel/…/near/…`. */
  | { kind: 'message URL'; message: SourceId; fallback: string }
  /** Relative URL of a channel, or of a topic: `#narrow/channel/…`. */
  | { kind: 'channel URL'; channel: SourceId; topic?: string; fallback: string }
  /** Relative URL of a stored file: `/user_uploads/…`. */
  | { kind: 'file URL'; file: SourceId; fallback: string }
  /** `:name:` of a custom emoji, whose name may have changed. */
  | { kind: 'custom emoji'; emoji: SourceId; fallback: string }

/** Joins parts, merging adjacent strings. */
export function joinText(...parts: (string | Reference | ImportText)[]): ImportText {
  const joined: (string | Reference)[] = []
  for (const part of parts.flat() as (string | Reference)[]) {
    const last = joined.at(-1)
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}

export const isEmptyText = (text: ImportText) =>
  text.every((part) => typeof part === 'string' && part.trim() === '')

/** Splits a text that is too long for one message, at line ends where possible. */
export function splitMessage(text: string, limit = maxMessageLength): string[] {
  const parts: string[] = []
  // Code points, because the limit counts them.
  let rest = text
  while (rest.length > limit && Array.from(rest).length > limit) {
    const head = Array.from(rest.slice(0, 2 * limit))
      .slice(0, limit)
      .join('')
    const end = rest[head.length] === '\n' ? head.length : head.lastIndexOf('\n')
    const cut = end > 0 ? end : head.length
    parts.push(rest.slice(0, cut))
    rest = rest.slice(end > 0 ? cut + 1 : cut)
  }
  if (rest !== '') parts.push(rest)
  return parts
}
