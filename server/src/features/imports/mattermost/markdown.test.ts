import { describe, expect, it } from 'vitest'
import { shown } from '../testing/texts.ts'
import { convertMarkdown } from './markdown.ts'

const users = new Set(['ann', 'bo.jones', 'cy_'])
const convert = (text: string) =>
  shown(
    convertMarkdown(text, {
      user: (name) => (users.has(name) ? name : undefined),
      channel: (name) => (name === 'town-square' ? name : undefined),
      hasEmoji: (name) => name === 'parrot' || name === 'tada',
    }),
  )

describe("Mattermost's Markdown", () => {
  it.each([
    [
      '@ann, @bo.jones. @Bo.Jones- @cy_ @nobody a@ann.example',
      '{@ann}, {@bo.jones}. {@bo.jones}- {@cy_} @nobody a@ann.example',
    ],
    ['**@ann** _@ann_ *hi @ann*', '{@ann} {@ann} *hi {@ann}*'],
    ['cc:@ann', 'cc: {@ann}'],
    ['@all @channel @here', '@**all** @**all** @**all**'],
    ['~town-square, ~nowhere ~~gone~~', '{#town-square}, ~nowhere ~~gone~~'],
    ['_x_ __y__ ___z___ ***w***', '*x* **y** ***z*** ***w***'],
    ['snake_case_name _not closed and __init__.py', 'snake_case_name _not closed and **init**.py'],
    ['![alt](https://x.example/a.png =100x50 "t")', '[alt](https://x.example/a.png)'],
    [
      '[_label_](https://x.example/a_b_c) https://x.example/_a_',
      '[_label_](https://x.example/a_b_c) https://x.example/_a_',
    ],
    ['```latex\nx_1_\n```', '```math\nx_1_\n```'],
    ['  ```js\n  let _a_ = 1\n  ````', '```js\nlet _a_ = 1\n```'],
    ['~~~\n@ann\n```\n~~~', '~~~\n@ann\n```\n~~~'],
    ['```\nnot closed @ann', '```\nnot closed @ann\n```'],
    ['`@ann _x_` ``a ` @ann``', '`@ann _x_` ``a ` @ann``'],
    ['    indented @ann', '    indented @ann'],
    ['<https://x.example/a> <user> <b>x</b>', 'https://x.example/a <user> <b>x</b>'],
    [
      ':tada: :parrot: :smile: :wave_dark_skin_tone: :nope: 10:30:45',
      '{emoji tada} {emoji parrot} :big_smile: 👋🏿 :nope: 10:30:45',
    ],
    ['* a\n   * b\n      * c\n* d', '* a\n  * b\n    * c\n* d'],
    ['1) a\n    2) b', '1. a\n  2. b'],
    ['# Heading\n#tag\n\\*kept\\* | a | b |', '# Heading\n#tag\n\\*kept\\* | a | b |'],
    ['/me waves', '&#47;me waves'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(convert(text)).toBe(expected)
  })

  it('is read in linear time', () => {
    const text = '_a `b <c ![d [e @f ~g :h *i https://'.repeat(5_000)
    const started = process.cpuUsage()
    convert(text)
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
  })
})
