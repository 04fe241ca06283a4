import { useDeferredValue, useEffect, useMemo } from 'react'
import { loadTopics } from '../../channels/topics.ts'
import { lookup } from '../../lib/derived.ts'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useSidebar } from '../../shell/sidebar.ts'
import { type SwitcherItem, switcherItems, topicItems } from '../../switcher/switcher-items.ts'
import { switcherQuery } from '../../switcher/switcher-query.ts'
import {
  bestItems,
  createMatcher,
  foldNamesInBackground,
  matchedChannelIds,
} from '../../switcher/switcher-search.ts'
import { useText } from '../../texts/texts.tsx'

/** Matching items, followed by a search for the same words. */
export function useSwitcherItems(typed: string): readonly SwitcherItem[] {
  const text = useText()
  const org = useOrg((state) => state)
  const topics = useSidebar((state) => state.topics)
  // Separate, because topics are loaded while typing and the other items need not be matched again.
  const others = useMemo(() => switcherItems(text), [org, text])
  const findOthers = useMemo(() => createMatcher(others), [others])
  const findTopics = useMemo(() => createMatcher(topicItems()), [org, topics])
  // Prepared before the first letter is typed.
  useEffect(() => foldNamesInBackground(others), [others])
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => {
    const query = switcherQuery(wanted, location.origin, lookup())
    if (query.kind === 'go') {
      const name = text('switcher.goTo', { address: addressOf(query.view) })
      return [{ key: 'go', kind: 'view', name, view: query.view } satisfies SwitcherItem]
    }
    const q = query.kind === 'search' ? query.q : query.among === 'everything' ? query.text : ''
    const search: SwitcherItem = {
      key: 'search',
      kind: 'search',
      name: text('switcher.search', { words: q }),
      view: { kind: 'search', q },
    }
    const places = query.kind === 'find' ? bestItems(query, findOthers(query), findTopics(query)) : []
    const shown = places.length === 0 && q === '' ? others.filter(({ kind }) => kind === 'view') : places
    return [...shown, ...(q === '' && query.kind !== 'search' ? [] : [search])]
  }, [wanted, others, findOthers, findTopics, text])
  useEffect(() => {
    if (wanted.trim().length < 2) return
    for (const channelId of matchedChannelIds(found.slice(0, 6))) void loadTopics(channelId)
  }, [wanted, found])
  return found
}
