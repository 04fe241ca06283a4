import { CalendarClock, Code2, Hash, Slash } from 'lucide-react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { loadedCommands } from '../interactions/bot-commands.ts'
import { timeChoices } from '../lib/time-choices.ts'
import { Avatar } from '../people/Avatar.tsx'
import { codeLanguages } from '../settings/code-languages.ts'
import { channelOptions, topicOptions } from '../suggestions/suggest-options.ts'
import { suggestChannels, suggestTopics, suggestWords } from '../suggestions/suggest-order.ts'
import type { Text } from '../texts/texts.tsx'
import { localCommands, serverCommands } from './commands.ts'
import type { TextSuggestion } from './text-suggestion-items.tsx'

export function channelItems(query: string): TextSuggestion[] {
  return suggestChannels(query, channelOptions()).map(({ channelId: id, name }) => ({
    key: `channel:${id}`,
    icon: <ChannelGlyph channelId={id} />,
    label: name,
    choice: { kind: 'channel', name },
  }))
}

/** `channelId` is undefined if there is no channel of this name. */
export function topicItems(
  query: string,
  channel: string,
  channelId: number | undefined,
  say: Text,
): TextSuggestion[] {
  return suggestTopics(query, channelId === undefined ? [] : topicOptions(channelId)).map(({ name }) => ({
    key: `topic:${name}`,
    icon: <Hash size={16} />,
    label: name === '' ? say('compose.noTopic') : name,
    choice: { kind: 'topic', channel, topic: name },
  }))
}

export function commandItems(query: string, say: Text): TextSuggestion[] {
  const own = suggestWords(query, [...serverCommands, ...localCommands]).map((name) => ({
    key: name,
    icon: <Slash size={16} />,
    label: `/${name}`,
    detail: say(`compose.command.${name}`),
    choice: { kind: 'command' as const, name },
  }))
  return [...own, ...botCommandItems(query)]
}

/** Commands that bots have registered, as far as they are loaded. */
function botCommandItems(query: string): TextSuggestion[] {
  const commands = new Map(loadedCommands().map((one) => [one.name, one]))
  return suggestWords(query, [...commands.keys()]).flatMap((name) => {
    const command = commands.get(name)
    if (command === undefined) return []
    const { usage, description, bot_id } = command
    return [
      {
        key: `bot:${name}`,
        icon: <Avatar userId={bot_id} size={20} />,
        label: `/${name} ${usage}`.trim(),
        detail: description,
        choice: { kind: 'command' as const, name },
      },
    ]
  })
}

/** Languages of code blocks. */
export function languageItems(query: string): TextSuggestion[] {
  if (query === '') return []
  return suggestWords(query, codeLanguages).map((name) => ({
    key: name,
    icon: <Code2 size={16} />,
    label: name,
    choice: { kind: 'language', name },
  }))
}

export function timeItems(locale: string): TextSuggestion[] {
  return timeChoices(new Date(), locale).map(({ iso, label }) => ({
    key: iso,
    icon: <CalendarClock size={16} />,
    label,
    choice: { kind: 'time', time: iso },
  }))
}
