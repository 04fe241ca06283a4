import type { Linkifier } from './context.ts'
import { bareLinksIn } from './inline/bare-links.ts'
import { hasKnownScheme } from './inline/urls.ts'
import { linkifierMatches } from './linkifiers/matches.ts'

export interface TopicLink {
  text: string
  url: string
}

interface Found extends TopicLink {
  start: number
  end: number
}

/**
 * The links in a topic, in the order they stand there. They are not stored: changed linkifiers change those of
 * old messages. Matches whose address has a scheme that may not be a link are skipped.
 */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  if (linkifiers.length === 0 && !/[.:]/.test(topic)) return []
  const kept: Found[] = []
  // Linkifiers in their order first, then bare addresses: whoever comes first keeps its place.
  for (const found of [...linkified(topic, linkifiers), ...addressed(topic)]) {
    if (kept.every(({ start, end }) => found.end <= start || end <= found.start)) kept.push(found)
  }
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }))
}

function* linkified(topic: string, linkifiers: readonly Linkifier[]): Iterable<Found> {
  for (const linkifier of linkifiers) {
    for (const { start, end, url } of linkifierMatches(topic, linkifier)) {
      if (hasKnownScheme(url)) yield { start, end, text: topic.slice(start, end), url }
    }
  }
}

/** The first address in each part between spaces and punctuation. */
function* addressed(topic: string): Iterable<Found> {
  for (const { 0: part, index } of topic.matchAll(/[^ !;),'"]+/g)) {
    const [link] = bareLinksIn(part, false, () => {})
    if (link === undefined) continue
    const text = part.slice(link.start, link.end)
    const url = link.kind === 'url' ? text : `https://${text}`
    yield { start: index + link.start, end: index + link.end, text, url }
  }
}
