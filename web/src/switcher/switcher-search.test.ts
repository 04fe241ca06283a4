import { describe, expect, it } from 'vitest'
import type { SwitcherItem } from './switcher-items.ts'
import { switcherQuery } from './switcher-query.ts'
import { bestItems, createMatcher } from './switcher-search.ts'

const item = (kind: SwitcherItem['kind'], name: string, more: Partial<SwitcherItem> = {}): SwitcherItem => ({
  key: `${kind}:${name}`,
  kind,
  name,
  ...more,
})
const items = [
  item('view', 'Inbox'),
  item('view', 'Recent'),
  item('person', 'Wanda Silva'),
  item('person', 'Anna Wang'),
  item('channel', 'warehouse Riga'),
  item('channel', 'water'),
  item('command', 'Log out'),
  item('topic', 'logo', { hasMention: true }),
]
const ask = (...typed: string[]) => {
  const isTopic = ({ kind }: SwitcherItem) => kind === 'topic'
  const others = createMatcher(items.filter((one) => !isTopic(one)))
  const topics = createMatcher(items.filter(isTopic))
  const answers = typed.map((text) => {
    const query = switcherQuery(text, 'https://x.test')
    return query.kind === 'find' ? bestItems(query, others(query), topics(query)) : []
  })
  return answers.at(-1)?.map(({ name }) => name)
}

describe('The switcher', () => {
  it('finds the same for typed and for pasted words', () => {
    for (const text of ['wan', 'ware ri', 'ri ware', 'lo', 'aw', '@wan', '#wa', '>lo', 'recent'])
      expect(ask(...[...text].map((_, n) => text.slice(0, n + 1))), text).toEqual(ask(text))
    expect(ask('r', 'ri', 'ri w', 'ri ware')).toEqual(['warehouse Riga'])
  })

  it('drops old results when the query changes', () => {
    expect(ask('wan', 'wat')).toEqual(['water'])
    expect(ask('wanda', 'w')?.length).toBeGreaterThan(3)
    expect(ask('@wa', '#wa')).toEqual(['warehouse Riga', 'water'])
  })

  it('suggests important conversations before anything is typed', () => {
    expect(ask('')).toEqual(['logo'])
    expect(ask('lo', '')).toEqual(['logo'])
  })
})
