import { cpuTimer } from '@loquat/devkit/cpu-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BlockNode, type InlineNode, quickRender } from './quick-render.ts'

/** A short spelling of the tree. */
const inline = (node: InlineNode): string => {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return '⏎'
    case 'code':
      return `code(${node.text})`
    case 'link':
      return `link(${node.href})`
    case 'mention':
      return `${node.isSilent ? 'silent' : 'at'}${node.isGroup ? 'Group' : ''}(${node.name}${node.id ? ` ${node.id}` : ''})`
    case 'channel-link':
      return `channel(${node.channel}${node.topic === undefined ? '' : ` > ${node.topic}`})`
    case 'emoji':
      return `emoji(${node.name})`
    default:
      return `${node.kind}(${node.children.map(inline).join('')})`
  }
}
const block = (node: BlockNode): string => {
  if (node.kind === 'code') return `block[${node.language}|${node.text}]`
  if (node.kind === 'quote') return `quote[${node.children.map(block).join(' ')}]`
  return `p[${node.children.map(inline).join('')}]`
}
const sketch = (text: string) => quickRender(text).map(block).join(' ')
const fence = '```'

describe('A quick rendering', () => {
  it('draws simple text, and leaves the rest as typed', () => {
    const rows: [string, string][] = [
      ['', ''],
      ['hello', 'p[hello]'],
      ['a\nb', 'p[a⏎b]'],
      ['a\n\n\nb', 'p[a] p[b]'],
      ['**bold** and *it*', 'p[strong(bold) and emphasis(it)]'],
      ['**a *b* c**', 'p[strong(a emphasis(b) c)]'],
      ['~~gone~~', 'p[strike(gone)]'],
      ['2 * 3 * 4', 'p[2 * 3 * 4]'],
      ['** not **', 'p[** not **]'],
      ['`a*b*c`', 'p[code(a*b*c)]'],
      ['``a`b``', 'p[code(a`b)]'],
      ['`open', 'p[`open]'],
      ['@**Ana Ruiz** hi', 'p[at(Ana Ruiz) hi]'],
      ['@_**Ana|7**', 'p[silent(Ana 7)]'],
      ['@*helpers* @_*ops*', 'p[atGroup(helpers) silentGroup(ops)]'],
      ['#**design** #**web shop>new logo**', 'p[channel(design) channel(web shop > new logo)]'],
      ['so :smile: 10:30:20', 'p[so emoji(smile) 10:30:20]'],
      ['see https://x.org/a_b.', 'p[see link(https://x.org/a_b).]'],
      ['(https://x.org/a(b))', 'p[(link(https://x.org/a(b)))]'],
      ['**https://x.org**', 'p[strong(link(https://x.org))]'],
      ['https://', 'p[https://]'],
      ['[plan](/user_uploads/2/a.pdf)!', 'p[link(/user_uploads/2/a.pdf)!]'],
      ['[https://x.org](https://x.org) b', 'p[link(https://x.org) b]'],
      ['[a](javascript:x) [b]', 'p[[a](javascript:x) [b]]'],
      [`${fence}py\nx = 1\n\ny\n${fence}\nend`, 'block[py|x = 1\n\ny] p[end]'],
      [`${fence}\nopen`, 'block[|open]'],
      [`~~~js\n${fence}\n~~~`, `block[js|${fence}]`],
      ['> a\n> b\nc', 'quote[p[a⏎b]] p[c]'],
      ['> > deep\n> less', 'quote[quote[p[deep]] p[less]]'],
      [`${fence}quote\n**a**\n${fence}js\nx\n${fence}\n${fence}\nb`, 'quote[p[strong(a)] block[js|x]] p[b]'],
      [`> ${fence}\n> x\n> ${fence}`, 'quote[block[|x]]'],
      ['- one\n- two', 'p[- one⏎- two]'],
      ['<b>x</b> &amp;', 'p[<b>x</b> &amp;]'],
      ['[a](javascript:alert(1))', 'p[[a](javascript:alert(1))]'],
    ]
    for (const [text, expected] of rows) expect(sketch(text), text).toBe(expected)
  })

  const piece = fc.constantFrom(
    '*',
    '**',
    '~~',
    '`',
    '```',
    '\n',
    '> ',
    '@',
    '#',
    '[',
    ':',
    'é',
    ' ',
    'http://x',
    '😀',
    '|7',
  )

  it('loses no letters, and links only to the web', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const nodes = quickRender(text)
        const letters = (value: string) => value.replace(/[^é😀]/gu, '')
        // Text after the language of a fence is dropped; a URL is kept twice.
        const flat = JSON.stringify(nodes, (key, value) => (key === 'href' ? undefined : value))
        if (!/[`~]{3}/u.test(text)) expect(letters(flat)).toBe(letters(text))
        for (const [, href] of JSON.stringify(nodes).matchAll(/"href":"(.*?)"/gu))
          expect(href).toMatch(/^https?:/iu)
      }),
      { numRuns: 500 },
    )
  })

  it('takes no longer for pathological text', () => {
    const hard = ['*', '**', '`', '> ', '@**', '~~a', '(', 'http://(', ':a', '#**a>'].map((one) =>
      one.repeat(5000),
    )
    const spent = cpuTimer()
    for (const text of hard) quickRender(text.slice(0, 10_000))
    expect(spent()).toBeLessThan(5_000)
  })
})
