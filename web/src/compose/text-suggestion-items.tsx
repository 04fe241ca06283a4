import { AtSign, Users } from 'lucide-react'
import type { SuggestionItem } from '../components/use-suggestion-list.ts'
import { Emoji } from '../emoji/Emoji.tsx'
import { emojiUses, loadedEmoji } from '../emoji/emoji.ts'
import { emojiText, skinTone, tonedCode } from '../emoji/skin-tones.ts'
import { Avatar } from '../people/Avatar.tsx'
import { PersonLabel } from '../people/GuestMark.tsx'
import type { Choice } from '../suggestions/suggest.ts'
import { type MentionOption, suggestEmoji } from '../suggestions/suggest-order.ts'
import type { Text } from '../texts/texts.tsx'
import type { Recipient } from './recipient.ts'

export interface TextSuggestion extends SuggestionItem {
  choice: Choice
}

export function mentionItem(option: MentionOption, to: Recipient, say: Text): TextSuggestion {
  switch (option.kind) {
    case 'person': {
      const { userId, name, isShared, isSubscribed, wroteHere } = option
      const place = to.kind === 'topic' && to.channelId !== undefined
      const detail =
        wroteHere !== undefined ? 'compose.inTopic' : !isSubscribed && place ? 'compose.notIn' : undefined
      return {
        key: `person:${userId}`,
        icon: <Avatar userId={userId} size={20} presence />,
        label: <PersonLabel userId={userId} name={name} />,
        detail: isShared ? String(userId) : detail && say(detail),
        choice: { kind: 'person', name, ...(isShared ? { id: userId } : {}) },
      }
    }
    case 'group':
      return {
        key: `group:${option.groupId}`,
        icon: <Users size={16} />,
        label: option.name,
        detail: say('compose.group'),
        choice: { kind: 'group', name: option.name },
      }
    case 'wildcard':
      return {
        key: `all:${option.name}`,
        icon: <AtSign size={16} />,
        label: option.name,
        detail: say('compose.reaches', { count: option.reach }),
        choice: { kind: 'wildcard', name: option.name },
      }
  }
}

export function emojiItems(query: string): TextSuggestion[] {
  const uses = emojiUses()
  const all = loadedEmoji()
  const byName = new Map(all.flatMap((one) => one.names.map((name) => [name, one] as const)))
  const options = [...byName].map(([name, { type }]) => ({
    name,
    isCustom: type === 'realm_emoji',
    uses: uses.get(name) ?? 0,
  }))
  return suggestEmoji(query, options).flatMap(({ name }) => {
    const found = byName.get(name)
    if (found === undefined) return []
    const { code, type } = found
    const shown = type === 'unicode_emoji' ? tonedCode(code, skinTone()) : code
    const icon = <Emoji key={name} name="" code={shown} type={type} />
    const markup = emojiText({ name, code, type }, skinTone())
    return [{ key: name, icon, label: `:${name}:`, choice: { kind: 'emoji', name, markup } as const }]
  })
}
