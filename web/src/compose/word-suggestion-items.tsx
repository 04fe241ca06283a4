import { CalendarClock, Code2, Hash, Slash } from 'lucide-react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { timeChoices } from '../lib/time-choices.ts'
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
  return suggestWords(query, [...serverCommands, ...localCommands]).map((name) => ({
    key: name,
    icon: <Slash size={16} />,
    label: `/${name}`,
    detail: say(`compose.command.${name}`),
    choice: { kind: 'command', name },
  }))
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
