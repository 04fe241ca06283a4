import { describe, expect, it } from 'vitest'
import { integrations } from './index.ts'
import { fillTemplate } from './template.ts'

const json = integrations.find(({ name }) => name === 'json')
const payload = {
  user: { name: '', login: 'bo' },
  title: '[x](https://evil.example) `a`',
  url: 'https://x.example/1',
  script: 'javascript:alert(1)',
  text: 'one\n\ntwo',
  list: [{ id: 1 }, { id: 2 }],
  ripe: true,
  nothing: null,
  'odd key': 1,
}
const fill = (template: string) => json?.toMessage(payload, '', { template })?.content

describe('A template', () => {
  it('is filled with payload values as plain text', () => {
    const rows: [template: string, content: string][] = [
      ['{user.login}', 'bo'],
      ['{user.name|user.login}', 'bo'],
      ['{title}', "[x]\u200b(https://evil.example) 'a'"],
      ['`{title}`', '`[x](https://evil.example) a`'],
      ['[{user.login} did it]({url})', '[bo did it](https://x.example/1)'],
      ['[look]({script})', 'look'],
      ['[look](https://x.example/2)', '[look](https://x.example/2)'],
      ['New:{>text}', 'New:\n\n> one\n>\n> two'],
      ['{list.1.id} of {list.length}', '2 of 2'],
      ['{ripe} {list}{list.0}', 'true '],
      ['a{missing}b{nothing}c{user.login.x}d`{missing}`{>missing}', 'abcd'],
      ['{} {odd key} {{user.login}} {unclosed', '{} {odd key} {bo} {unclosed'],
      ['{__proto__} {constructor.name} {toString}', '  '],
    ]
    for (const [template, content] of rows) expect(fill(template), template).toBe(content)
  })

  it('is filled once; values are not templates', () => {
    const textOf = (path: string) => ({ a: '{b}', b: 'secret' })[path] ?? ''
    expect(fillTemplate('{a} {c}', textOf, { c: '{b}' })).toBe('{b} {b}')
  })
})
