import type { Linkifier } from './context.ts'
import { bareLinksIn } from './inline/bare-links.ts'
import { hasKnownScheme } from './inline/urls.ts'
import { linkifierMatches } from './linkifiers/matches.ts'

export interface TopicLink {
  text: string
  url: string
}

interface FoundLink extends TopicLink {
  start: number
  end: number
}

/**
 * The links in a topic, in order. They are not stored: changed linkifiers also affect old messages. Matches whose URL
 * has a disallowed scheme are skipped.
 */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  if (linkifiers.length === 0 && !/[.:]/.test(topic)) return []
  const kept: FoundLink[] = []
  // Linkifiers in their order first, then bare URLs: of overlapping matches, the first wins.
  for (const found of [...linkified(topic, linkifiers), ...addressed(topic)]) {
    if (kept.every(({ start, end }) => found.end <= start || end <= found.start)) kept.push(found)
  }
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }))
}

function* linkified(topic: string, linkifiers: readonly Linkifier[]): Iterable<FoundLink> {
  for (const linkifier of linkifiers) {
    for (const { start, end, url } of linkifierMatches(topic, linkifier)) {
      if (hasKnownScheme(url)) yield { start, end, text: topic.slice(start, end), url }
    }
  }
}

/** The first URL in each part between spaces and punctuation. */
function* addressed(topic: string): Iterable<FoundLink> {
  for (const { 0: part, index } of topic.matchAll(/[^ !;),'"]+/g)) {
    const [link] = bareLinksIn(part, false, () => {})
    if (link === undefined) continue
    const text = part.slice(link.start, link.end)
    const url = link.kind === 'url' ? text : `https://${text}`
    yield { start: index + link.start, end: index + link.end, text, url }
  }
}
