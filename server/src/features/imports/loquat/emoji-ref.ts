import type { SourceEmojiRef } from '../model.ts'

export function emojiRef(type: string, code: string): SourceEmojiRef {
  if (type === 'realm_emoji') return { custom: code }
  return type === 'zulip_extra_emoji' ? { extra: code } : { code }
}
