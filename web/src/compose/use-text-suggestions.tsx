import { type RefObject, useEffect, useMemo, useState } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { channelByName } from '../channels/channels.ts'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { loadTopics } from '../channels/topics.ts'
import { loadEmoji, noteEmojiUse } from '../emoji/emoji.ts'
import { loadCommands } from '../interactions/bot-commands.ts'
import { isAllowed } from '../permissions/is-allowed.ts'
import { useSidebar } from '../shell/sidebar.ts'
import { applyChoice, type Choice, type Suggestion, suggestionAt } from '../suggestions/suggest.ts'
import { groupOptions, peopleOptions, wildcardOptions } from '../suggestions/suggest-options.ts'
import { suggestMentions, type WildcardOption } from '../suggestions/suggest-order.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import type { Recipient } from './recipient.ts'
import { emojiItems, mentionItem, type TextSuggestion } from './text-suggestion-items.tsx'
import { channelItems, commandItems, languageItems, timeItems, topicItems } from './word-suggestion-items.tsx'

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
    const load = kind === 'emoji' ? loadEmoji : kind === 'commands' ? loadCommands : undefined
    void load?.().then(() => setLoaded((count) => count + 1))
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
        return channelItems(suggestion.query)
      case 'topics':
        return topicItems(suggestion.query, suggestion.channel, linked, say)
      case 'emoji':
        return emojiItems(suggestion.query)
      case 'commands':
        return commandItems(suggestion.query, say)
      case 'languages':
        return languageItems(suggestion.query)
      case 'time':
        return timeItems(locale)
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
