import { CalendarClock, Code2, Hash, Slash } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { channelByName } from '../channels/channels.ts'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { loadTopics } from '../channels/topics.ts'
import { loadEmoji, noteEmojiUse } from '../emoji/emoji.ts'
import { timeChoices } from '../lib/time-choices.ts'
import { isAllowed } from '../permissions/is-allowed.ts'
import { codeLanguages } from '../settings/code-languages.ts'
import { useSidebar } from '../shell/sidebar.ts'
import { applyChoice, type Choice, type Suggestion, suggestionAt } from '../suggestions/suggest.ts'
import {
  channelOptions,
  groupOptions,
  peopleOptions,
  topicOptions,
  wildcardOptions,
} from '../suggestions/suggest-options.ts'
import {
  suggestChannels,
  suggestMentions,
  suggestTopics,
  suggestWords,
  type WildcardOption,
} from '../suggestions/suggest-order.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { localCommands, serverCommands } from './commands.ts'
import type { Recipient } from './recipient.ts'
import { emojiItems, mentionItem, type TextSuggestion } from './text-suggestion-items.tsx'

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Undefined while text is selected or the field has no focus. */
  caret: number | undefined
  to: Recipient
}

/** Suggestions at the caret, best first. */
export function useTextSuggestions({ field, text, caret, to }: Options) {
  const say = useText()
  const locale = useLocale()
  const [closedAt, setClosedAt] = useState<string>()
  const [loaded, setLoaded] = useState(0)
  const channelId = to.kind === 'topic' ? to.channelId : undefined
  const suggestion = useMemo(
    () => (caret === undefined ? undefined : suggestionAt(text, caret)),
    [text, caret],
  )
  const kind = suggestion?.kind
  const subscribers = useSubscriberSet(kind === 'people' ? channelId : undefined)
  const topics = useSidebar((state) => state.topics)
  const linked = suggestion?.kind === 'topics' ? channelByName(suggestion.channel)?.stream_id : undefined
  useEffect(() => {
    if (kind === 'emoji') void loadEmoji().then(() => setLoaded((count) => count + 1))
  }, [kind])
  useEffect(() => {
    if (linked !== undefined) void loadTopics(linked)
  }, [linked])

  const place = suggestion && `${suggestion.kind}:${suggestion.from}`
  // The other dependencies change when data is loaded.
  const people = useMemo(
    () => (kind === 'people' ? peopleOptions(to, subscribers) : []),
    [kind, place, to, subscribers],
  )
  // The other dependencies change when data is loaded.
  const items = useMemo((): TextSuggestion[] => {
    if (suggestion === undefined || place === closedAt) return []
    switch (suggestion.kind) {
      case 'people': {
        const { query, isSilent } = suggestion
        const options = {
          people,
          groups: groupOptions(),
          wildcards: permitted(wildcardOptions(to, subscribers), to),
          isSilent,
        }
        return suggestMentions(query, options).map((one) => mentionItem(one, to, say))
      }
      case 'channels':
        return suggestChannels(suggestion.query, channelOptions()).map(({ channelId: id, name }) => ({
          key: `channel:${id}`,
          icon: <ChannelGlyph channelId={id} />,
          label: name,
          choice: { kind: 'channel', name },
        }))
      case 'topics':
        return suggestTopics(suggestion.query, linked === undefined ? [] : topicOptions(linked)).map(
          ({ name }) => ({
            key: `topic:${name}`,
            icon: <Hash size={16} />,
            label: name === '' ? say('compose.noTopic') : name,
            choice: { kind: 'topic', channel: suggestion.channel, topic: name },
          }),
        )
      case 'emoji':
        return emojiItems(suggestion.query)
      case 'commands':
        return suggestWords(suggestion.query, [...serverCommands, ...localCommands]).map((name) => ({
          key: name,
          icon: <Slash size={16} />,
          label: `/${name}`,
          detail: say(`compose.command.${name}`),
          choice: { kind: 'command', name },
        }))
      case 'languages':
        return suggestion.query === ''
          ? []
          : suggestWords(suggestion.query, codeLanguages).map((name) => ({
              key: name,
              icon: <Code2 size={16} />,
              label: name,
              choice: { kind: 'language', name },
            }))
      case 'time':
        return timeChoices(new Date(), locale).map(({ iso, label }) => ({
          key: iso,
          icon: <CalendarClock size={16} />,
          label,
          choice: { kind: 'time', time: iso },
        }))
    }
  }, [to, suggestion, place, closedAt, people, subscribers, topics, linked, loaded, say, locale])

  const pick = ({ choice }: TextSuggestion, by: 'Enter' | 'Tab' | 'click') => {
    const area = field.current
    if (area === null || suggestion === undefined) return
    // Tab continues with the topics of the channel.
    const goesOn = choice.kind === 'channel' && by === 'Tab'
    if (choice.kind === 'emoji') noteEmojiUse(choice.name)
    applySuggestion(area, area.selectionStart, suggestion, goesOn ? { ...choice, goOn: true } : choice)
  }
  return { items, pick, close: () => setClosedAt(place) }
}

/** Offers only wildcards that the reader may use. */
const permitted = (wildcards: readonly WildcardOption[], to: Recipient) =>
  wildcards.filter(({ reach }) => isAllowed({ kind: 'mention-everyone', reach, isDirect: to.kind === 'dm' }))

function applySuggestion(
  area: HTMLTextAreaElement,
  caret: number,
  suggestion: Suggestion,
  choice: Choice,
): void {
  const edit = applyChoice(area.value, caret, suggestion, choice)
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  insertTextIntoField(area, edit.text)
  area.setSelectionRange(edit.caret, edit.caret)
}
