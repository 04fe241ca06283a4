import { compareNames, type MatchClass, matchClasses, orderedBy, suggestionClass } from '../lib/rank.ts'

/** Maximum rows of a suggestion list. */
export const maxSuggestions = 8

interface Found<T> {
  item: T
  matched: MatchClass
}

function matching<T extends { name: string }>(query: string, items: readonly T[]): Found<T>[] {
  return items.flatMap((item) => {
    const matched = query === '' ? matchClasses.prefix : suggestionClass(query, item.name)
    return matched === undefined ? [] : [{ item, matched }]
  })
}

/** Best match class first, then by keys in ascending order, then by name. */
const inOrder = <T extends { name: string }>(found: Found<T>[], keys: (item: T) => number[]): Found<T>[] =>
  orderedBy(
    found,
    ({ item }) => item.name,
    ({ item, matched }) => [-matched, ...keys(item)],
    maxSuggestions,
  )
const first = (test: boolean | undefined) => (test ? 0 : 1)
const newest = (id: number | undefined) => -(id ?? 0)

export interface PersonOption {
  userId: number
  name: string
  isBot: boolean
  isMe: boolean
  /** Newest message in this topic, and newest direct message to the reader. */
  wroteHere?: number
  wroteDirectly?: number
  isSubscribed: boolean
  presence: 'active' | 'idle' | 'offline'
}
export interface GroupOption {
  groupId: number
  name: string
  mayMention: boolean
}
export interface WildcardOption {
  name: string
  /** How many people it reaches. */
  reach: number
}
export type MentionOption =
  /** `isShared`: others have the same name. */
  | ({ kind: 'person'; isShared: boolean } & PersonOption)
  | ({ kind: 'group' } & GroupOption)
  | ({ kind: 'wildcard' } & WildcardOption)

const presenceOrder = { active: 0, idle: 1, offline: 2 } as const

const personKeys = (person: PersonOption) => [
  first(!person.isMe),
  first(!person.isBot),
  newest(person.wroteHere),
  first(person.isSubscribed),
  newest(person.wroteDirectly),
  presenceOrder[person.presence],
]

/** People only, as for recipients of a direct message. */
export const suggestPeople = (query: string, people: readonly PersonOption[]): PersonOption[] =>
  inOrder(matching(query, people), personKeys).map(({ item }) => item)

export interface MentionOptions {
  /** Without muted and deactivated users. */
  people: readonly PersonOption[]
  groups: readonly GroupOption[]
  /** Only wildcards that are allowed here. */
  wildcards: readonly WildcardOption[]
  isSilent: boolean
}

/** People, then groups of the same match class. Wildcards come first only for exact matches. */
export function suggestMentions(query: string, options: MentionOptions): MentionOption[] {
  const { people, groups, wildcards, isSilent } = options
  const names = new Map<string, number>()
  for (const { name } of people) names.set(name, (names.get(name) ?? 0) + 1)
  const shared = (name: string) => (names.get(name) ?? 0) > 1

  const mentionable = groups.filter((group) => isSilent || group.mayMention)
  const found: Found<MentionOption>[] = [
    ...inOrder(matching(query, people), personKeys).map(({ item, matched }) => ({
      item: { kind: 'person' as const, isShared: shared(item.name), ...item },
      matched,
    })),
    ...inOrder(matching(query, mentionable), () => []).map(({ item, matched }) => ({
      item: { kind: 'group' as const, ...item },
      matched,
    })),
  ]
  const sorted = found
    .map((one, index) => ({ one, index }))
    .sort((a, b) => b.one.matched - a.one.matched || a.index - b.index)
    .map(({ one }) => one.item)

  const everybody = query.length < 2 || isSilent ? [] : matching(query, wildcards)
  const wild = ({ item }: Found<WildcardOption>): MentionOption => ({ kind: 'wildcard', ...item })
  const exact = everybody.filter(({ matched }) => matched === matchClasses.exact).map(wild)
  const others = everybody.filter(({ matched }) => matched !== matchClasses.exact).map(wild)
  const [best, ...rest] = [...exact, ...sorted]
  // Without anybody else, Enter picks the wildcard: only after enough letters to mean it.
  if (best === undefined) return query.length < 3 ? [] : others.slice(0, maxSuggestions)
  return [best, ...others, ...rest].slice(0, maxSuggestions)
}

export interface ChannelOption {
  channelId: number
  name: string
  isPinned: boolean
  isSubscribed: boolean
  /** The reader's visits, as frecency. */
  visits: number
  traffic: number
}

/** Pinned channels, then subscribed ones by visits, then others by traffic. Do not pass archived ones. */
export const suggestChannels = (query: string, channels: readonly ChannelOption[]): ChannelOption[] =>
  inOrder(matching(query, channels), (channel) => [
    first(channel.isPinned),
    first(channel.isSubscribed),
    -(channel.isSubscribed ? channel.visits : channel.traffic),
  ]).map(({ item }) => item)

export interface TopicOption {
  name: string
  newest: number
  isFollowed: boolean
  isResolved: boolean
}

/** Followed topics, then the newest; resolved ones last. */
export const suggestTopics = (query: string, topics: readonly TopicOption[]): TopicOption[] =>
  inOrder(matching(query, topics), (topic) => [
    first(!topic.isResolved),
    first(topic.isFollowed),
    newest(topic.newest),
  ]).map(({ item }) => item)

export interface EmojiOption {
  name: string
  isCustom: boolean
  /** How often the reader used it on this device. */
  uses: number
}

export const suggestEmoji = (query: string, emoji: readonly EmojiOption[]): EmojiOption[] =>
  inOrder(matching(query, emoji), (one) => [-one.uses, first(one.isCustom), one.name.length]).map(
    ({ item }) => item,
  )

/** Plain words, such as code languages or commands. */
export const suggestWords = (query: string, words: readonly string[]): string[] =>
  words
    .map((name) => ({ name, matched: query === '' ? matchClasses.prefix : suggestionClass(query, name) }))
    .filter(({ matched }) => matched !== undefined && matched >= matchClasses.prefix)
    .sort((a, b) => (b.matched ?? 0) - (a.matched ?? 0) || compareNames(a.name, b.name))
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
