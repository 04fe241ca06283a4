import { describe, expect, it } from 'vitest'
import { mentionsIn, withSilentMention } from './mentions-in.ts'

describe('The mentions in a text', () => {
  it('are users, groups and wildcards, but not in code and not silent ones', () => {
    const text = '@**Ana** @**Ben|7** @*crew* @**all** @_**Cy** `@**Di**` a@**b** #**design** #**ops>now**'
    const { people, groups, wildcards, channels } = mentionsIn(text)
    expect(people.map(({ name, id }) => [name, id])).toEqual([
      ['Ana', undefined],
      ['Ben', 7],
    ])
    expect(groups.map(({ name }) => name)).toEqual(['crew'])
    expect(wildcards.map(({ name }) => name)).toEqual(['all'])
    expect(channels).toEqual(['design', 'ops'])
    expect(mentionsIn('```\n@**all**\n```')).toEqual({ people: [], groups: [], wildcards: [], channels: [] })
  })

  it('can be silenced one by one', () => {
    const text = 'Hi @**Ana** and @*crew*'
    const [person] = mentionsIn(text).people
    const [group] = mentionsIn(text).groups
    expect(withSilentMention(text, person?.from ?? -1)).toBe('Hi @_**Ana** and @*crew*')
    expect(withSilentMention(text, group?.from ?? -1)).toBe('Hi @**Ana** and @_*crew*')
  })
})
