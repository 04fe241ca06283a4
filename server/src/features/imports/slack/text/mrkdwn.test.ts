import { describe, expect, it } from 'vitest'
import { shown, tagsOf, visible } from '../../testing/texts.ts'
import { plainLines } from '../../text/document.ts'
import { writeDocument } from '../../text/write-document.ts'
import type { SlackNames } from './context.ts'
import { messageText } from './message-text.ts'

const names: SlackNames = {
  hasChannel: (id) => id === 'C1',
  customEmoji: (name) => (name === 'parrot' ? { custom: 'parrot' } : undefined),
}
const convert = (message: Record<string, unknown>) => shown(messageText(message, names))

describe("Slack's markup", () => {
  it.each([
    ['a &amp;lt; b &lt; c &amp; d', 'a &amp;lt; b < c & d'],
    ['*bold* _it_ ~gone~', '**bold** *it* ~~gone~~'],
    ['*_both_* and _*both*_', '***both*** and ***both***'],
    ['snake_case_name 2*3*4 a~b~c', 'snake_case_name 2&#42;3&#42;4 a~b~c'],
    ['（*太字*）、_斜体_。', '（**太字**）、*斜体*。'],
    ['* not bold* and *not bold *', '* not bold&#42; and &#42;not bold &#42;'],
    ['*over\nlines*', '&#42;over\nlines&#42;'],
    ['__init__ and ~~', '__init__ and &#126;&#126;'],
    ['`a &lt; *b*` x', '`a < *b*` x'],
    ['x\n```let a = `b`;\n*c* &lt;d&gt;```\ny', 'x\n```\nlet a = `b`;\n*c* <d>\n```\ny'],
    ['before ```code``` after', 'before\n```\ncode\n```\nafter'],
    ['```not closed *b*', '&#96;&#96;&#96;not closed **b**'],
    ['&gt; quoted\nnot', '> quoted\n\nnot'],
    ['&gt;&gt;&gt; a\nb\n\nc', '> a\n> b\n> \n> c'],
    ['&gt;&gt;&gt; a\n```x```', '````quote\na\n```\nx\n```\n````'],
    ['list:\n• one\n    ◦ two\n1. three', 'list:\n* one\n  * two\n1. three'],
    ['• one\nafter', '* one\n\nafter'],
    ['<@U1> and <@U2|bo>', '{@U1} and {@U2}'],
    ['cc:<@U1>,<@U2>', 'cc: {@U1}, {@U2}'],
    ['*<@U1>* and *hi <@U1> there*', '{@U1} and **hi** {@U1} **there**'],
    ['<#C1|plans> <#C1> <#C1|>', '{#C1} {#C1} {#C1}'],
    ['<!here> <!channel|channel> <!everyone>', '@**all** @**all** @**all**'],
    ['<!subteam^S1|@web> <!subteam^S1>', '@web @S1'],
    ['<!date^1709283600^{date}|fallback>', '<time:2024-03-01T09:00:00Z>'],
    ['<https://x.example/a?b&amp;c|label [1]>', '[label &#91;1&#93;](https://x.example/a?b&c)'],
    ['see <https://x.example>.', 'see https://x.example.'],
    ['<https://x.example>next', '[https://x.example](https://x.example)next'],
    ['wow!<https://x.example|x>', 'wow&#33;[x](https://x.example)'],
    ['<https://x.example/a(b|x>', '[x](https://x.example/a%28b)'],
    ['<mailto:a@x.example|a@x.example> <mailto:a@x.example|Ann>', 'a@x.example [Ann](mailto:a@x.example)'],
    ['<tel:+123|+1 23>', '+1 23'],
    ['<javascript:alert(1)|x> <foo bar>', 'x <foo bar>'],
    [
      ':tada: :wave::skin-tone-6: :parrot: :no_such: 10:30:45',
      ':tada: 👋🏿 {emoji parrot} :no_such: 10:30:45',
    ],
    [':smile: :tada::skin-tone-3:', ':big_smile: :tada:'],
    ['<https://acme.slack.com/archives/C1/p1709283600000200>', '{message C1/1709283600.000200}'],
    [
      '<https://acme.slack.com/archives/C1/p1709283600000200?thread_ts=1.2&amp;cid=C1|there>',
      '[there]({url C1/1709283600.000200})',
    ],
    [
      '<https://acme.slack.com/archives/C9/p1709283600000200>',
      'https://acme.slack.com/archives/C9/p1709283600000200',
    ],
    ['/me waves', '&#47;me waves'],
  ])('%j', (text, expected) => {
    expect(convert({ text })).toBe(expected)
  })

  it('is read in linear time', () => {
    const text = '*a _b ~c `d <e :f '.repeat(20_000)
    const started = process.cpuUsage()
    convert({ text })
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
  })
})

describe('literal text', () => {
  it.each([
    '**not bold** and *this* neither',
    '***a***',
    '~~kept~~',
    '`not code`',
    '# not a heading',
    '#\ntext',
    '> not a quote',
    '$$x^2$$',
    '[not](/help)',
    '<time:2024-01-01T00:00:00Z>',
    '@**Bo** @*backend* #**design**',
    ':tada:',
    '&lt;b&gt; &amp;amp; &hearts;',
    'a|b\n-|-\n1|2',
    'x\n---\ny',
    '___',
    '```\nx\n```',
    '~~~\nx\n~~~',
    '<script>alert(1)</script>',
  ])('%j looks as it did', (text) => {
    const markdown = shown(writeDocument(plainLines(text)))
    expect(visible(markdown).replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' '))
    expect(new Set(tagsOf(markdown))).toEqual(new Set(text.includes('\n') ? ['p', 'br'] : ['p']))
  })
})

describe('blocks', () => {
  const rich = (...elements: unknown[]) => ({ blocks: [{ type: 'rich_text', elements }] })
  const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements })

  it('of the editor take precedence over the text', () => {
    const message = {
      text: 'ambiguous *text* <!subteam^S1|@web>',
      ...rich(
        section(
          { type: 'text', text: 'plain *stars* & <tags> ' },
          { type: 'text', text: 'all three', style: { bold: true, italic: true, strike: true } },
          { type: 'text', text: 'x < y', style: { code: true } },
          { type: 'link', url: 'https://x.example/a', text: 'link', style: { bold: true } },
          { type: 'text', text: '\n' },
          { type: 'user', user_id: 'U1' },
          { type: 'channel', channel_id: 'C1' },
          { type: 'broadcast', range: 'here' },
          { type: 'usergroup', usergroup_id: 'S1' },
          { type: 'emoji', name: 'wave', unicode: '1f44b-1f3fd' },
          { type: 'emoji', name: 'parrot' },
          { type: 'date', timestamp: 1709283600, fallback: 'x' },
          { type: 'color', value: '#fff' },
          { type: 'unheard_of' },
        ),
        {
          type: 'rich_text_list',
          style: 'bullet',
          indent: 0,
          elements: [section({ type: 'text', text: 'one' })],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          indent: 1,
          elements: [section({ type: 'text', text: 'two' })],
        },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said\ntwice' }] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a\n```\nb' }] },
      ),
    }
    expect(convert(message)).toBe(
      [
        'plain &#42;stars&#42; & <tags> ~~***all three***~~`x < y`**[link](https://x.example/a)**',
        '{@U1} {#C1} @**all**@web👋🏽{emoji parrot}<time:2024-03-01T09:00:00Z>#fff',
        '* one',
        '  1. two',
        '',
        '> said',
        '> twice',
        '````',
        'a',
        '```',
        'b',
        '````',
      ].join('\n'),
    )
  })

  it('of programs are used if they say more than the text', () => {
    const blocks = [
      { type: 'header', text: { type: 'plain_text', text: 'Deploy :tada: &amp; more' } },
      { type: 'divider' },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*ok*' },
        fields: [{ type: 'mrkdwn', text: 'a' }],
        accessory: { type: 'image', image_url: 'https://x.example/a b.png', alt_text: 'chart' },
      },
      { type: 'context', elements: [{ type: 'image' }, { type: 'mrkdwn', text: 'by <@U1>' }] },
      { type: 'actions', elements: [{ type: 'button', text: { text: 'Click' } }] },
    ]
    expect(convert({ text: 'short', blocks })).toBe(
      '**Deploy :tada: & more**\n---\n**ok**\na\n[chart](https://x.example/a%20b.png)\nby {@U1}',
    )
    expect(convert({ text: 'x'.repeat(200), blocks })).toBe('x'.repeat(200))
  })

  it('without sense are left out', () => {
    expect(
      convert({ text: 'x', blocks: [null, 7, { type: 'rich_text', elements: 'no' }, { type: 'video' }] }),
    ).toBe('x')
  })
})

describe('attachments', () => {
  it('are appended, except previews of links in the text', () => {
    const attachments = [
      { from_url: 'https://x.example/?a&b', title: 'preview' },
      {
        pretext: '*pre*',
        title: 'Title',
        title_link: 'https://x.example/t t',
        author_name: 'Ann',
        text: 'see <https://y.example|y>',
        fields: [{ title: 'State', value: '*open*' }, { value: 'bare' }],
        image_url: 'https://x.example/i.png',
        footer: 'foot',
        ts: '1709283600.5',
      },
      { fallback: 'only a fallback' },
      {
        fallback: '[no preview]',
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'own block' } }],
      },
      'odd',
    ]
    expect(convert({ text: '<https://x.example/?a&amp;b>', attachments })).toBe(
      [
        'https://x.example/?a&b',
        '**pre**',
        '**[Title](https://x.example/t%20t)**',
        'Ann',
        'see [y](https://y.example)',
        '**State**: **open**',
        'bare',
        'https://x.example/i.png',
        'foot',
        'only a fallback',
        'own block',
      ].join('\n'),
    )
  })
})
