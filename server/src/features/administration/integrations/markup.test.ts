import { describe, expect, it } from 'vitest'
import { renderMessage } from '../../../markdown/render.ts'
import { testContext } from '../../../markdown/testing/context.ts'
import { block, code, count, fitted, link, plain, quote } from './markup.ts'

const html = (text: string) => renderMessage(text, testContext).html
const apart = '\u200b'

describe('Text from a payload', () => {
  it('becomes one plain line without markup', () => {
    const rows: [text: string, shown: string][] = [
      [' two\n\n lines\t', 'two lines'],
      ['@**all** (@_**Bo** @*backend*', `@${apart}**all** (@${apart}_**Bo** @${apart}*backend*`],
      ['#**design** $$x$$', `#${apart}**design** $${apart}$x$${apart}$`],
      ['[x](https://evil.example)', `[x]${apart}(https://evil.example)`],
      ['open `tick', "open 'tick"],
      ['a | b', 'a | b'],
      ['x'.repeat(201), `${'x'.repeat(199)}…`],
    ]
    for (const [text, shown] of rows) expect(plain(text)).toBe(shown)
    expect(html(plain('[x](y) #**design** @**Bo** $$x$$'))).not.toMatch(/<a |<span/)
  })

  it('stays within its link, which leads to a web URL or nowhere', () => {
    const rows: [text: string, address: string, shown: string][] = [
      ['[WIP] a', 'https://x.example/a(b)', '[[WIP] a](https://x.example/a%28b%29)'],
      ['a ] b [', 'http://x.example', '[a ) b (](http://x.example/)'],
      [
        'a](https://evil.example) [b',
        'https://x.example/',
        `[a)${apart}(https://evil.example) (b](https://x.example/)`,
      ],
      ['a', 'https://x.example/@**all**', '[a](https://x.example/@%2A%2Aall%2A%2A)'],
      ['a', 'javascript:alert(1)', 'a'],
      ['a', 'https://', 'a'],
      ['a', '/relative', 'a'],
      ['', 'https://x.example', ''],
      ['a', `https://x.example/${'b'.repeat(2_000)}`, 'a'],
    ]
    for (const [text, address, shown] of rows) expect(link(text, address), address).toBe(shown)
    expect(html(link('a](https://evil.example) [b', 'https://x.example/'))).toMatch(
      /^<p><a href="https:\/\/x.example\/">[^<]*<\/a><\/p>$/,
    )
  })

  it('stays within its code', () => {
    expect(code('a`b``')).toBe('`a b`')
    expect(code('')).toBe('` `')
    for (const text of ['```', 'a\n````\n@**Bo**', '~~~']) {
      const { html: shown, mentions } = renderMessage(`${block(text)}\n\nafter`, testContext)
      expect(mentions.users).toEqual([])
      expect(shown).toMatch(/<\/code><\/pre><\/div>\n<p>after<\/p>$/)
    }
  })

  it('stays within its quote', () => {
    expect(quote(' \n ')).toBe('')
    for (const text of ['```\nopen', '```quote\n@**Bo**', '> > deep', '* list\n\n  more']) {
      const { html: shown, mentions } = renderMessage(`said${quote(text)}\n\nafter`, testContext)
      expect(mentions.users).toEqual([])
      expect(shown).toMatch(/^<p>said<\/p>\n<blockquote>[\s\S]*<\/blockquote>\n<p>after<\/p>$/)
    }
  })
})

describe('A message', () => {
  it('is within the limits, has a topic, and is not a command', () => {
    expect(fitted({ topic: 'a'.repeat(61), content: 'b'.repeat(10_001) }, 'T')).toEqual({
      topic: `${'a'.repeat(57)}...`,
      content: `${'b'.repeat(9_999)}…`,
    })
    expect(fitted({ topic: ' \n', content: '/me eats @**all**' }, 'T')).toEqual({
      topic: 'T',
      content: `${apart}/me eats @${apart}**all**`,
    })
    expect(fitted({ topic: '\u{1fffe}', content: 'x' }, 'T')?.topic).toBe('T')
    expect(fitted({ topic: 'a', content: ' \n' }, 'T')).toBeUndefined()
    expect(fitted({ topic: 'a', content: 'half \ud83c' }, 'T')?.content).toBe('half \ufffd')
  })

  it('counts', () => {
    expect([0, 1, 2].map((number) => count(number, 'plum'))).toEqual(['0 plums', '1 plum', '2 plums'])
  })
})
