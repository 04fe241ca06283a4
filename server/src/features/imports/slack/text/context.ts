import type { SourceId } from '../../source-id.ts'
import type { Inline, Style } from '../../text/document.ts'
import { codeOfShortName } from '../../text/emoji.ts'

/** Objects of the archive that Slack texts refer to. */
export interface SlackNames {
  hasChannel(id: SourceId): boolean
  /** The ID of a custom emoji, or the code of a standard emoji that it is an alias of. */
  customEmoji(name: string): CustomEmoji | undefined
  /** The name of a group, if the message tells. */
  groupLabel?(id: string): string | undefined
}

export type CustomEmoji = { custom: SourceId } | { code: string }

/** The three characters that Slack escapes, once. */
export const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt);/g, (_, name: 'amp' | 'lt' | 'gt') => ({ amp: '&', lt: '<', gt: '>' })[name])

/** An emoji by its name in Slack: `wave`, `wave::skin-tone-3`. Undefined if the name is unknown. */
export function emojiByName(name: string, names: SlackNames, style?: Style): Inline | undefined {
  const custom = names.customEmoji(name)
  if (custom !== undefined) {
    if ('code' in custom) return { kind: 'emoji', code: custom.code, style }
    return {
      kind: 'reference',
      to: { kind: 'custom emoji', emoji: custom.custom, fallback: `:${name}:` },
      style,
    }
  }
  const code = codeOfName(name)
  return code === undefined ? undefined : { kind: 'emoji', code, style }
}

/** Skin tones are dropped from emoji that have none. */
export function codeOfName(name: string): string | undefined {
  const [base = name] = name.split('::')
  const plain = codeOfShortName(base)
  if (plain === undefined || base === name) return plain
  const first = String.fromCodePoint(Number.parseInt(plain, 16))
  return /\p{Emoji_Modifier_Base}/u.test(first) ? codeOfShortName(name) : plain
}

/** A message of the archive by its channel and `ts`. */
export const messageId = (channel: SourceId, ts: string): SourceId => `${channel}/${ts}`

/** A link to a message: `https://acme.slack.com/archives/C1/p1709283600000200`. */
export function linkedMessage(url: string, names: SlackNames): SourceId | undefined {
  const [, channel = '', digits = ''] =
    /^https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]{2,20})\/p(\d{10,16})(?:[?#].*)?$/.exec(url) ?? []
  if (digits.length <= 6 || !names.hasChannel(channel)) return undefined
  return messageId(channel, `${digits.slice(0, -6)}.${digits.slice(-6)}`)
}

/** A link, which may lead to a message of the archive. */
export function linkTo(url: string, label: string | undefined, names: SlackNames, style?: Style): Inline {
  const message = linkedMessage(url, names)
  if (message === undefined) return { kind: 'link', url, label, style }
  if (label === undefined || label === url)
    return { kind: 'reference', to: { kind: 'message', message, fallback: url }, style }
  return { kind: 'reference link', to: { kind: 'message URL', message, fallback: url }, label, style }
}
