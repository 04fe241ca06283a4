import { cpuTimer } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { withoutQuotes } from './reply-text.ts'

describe('The text of an email', () => {
  it.each([
    ['an English introduction', 'Yes.\n\nOn Mon, 16 Nov 2026 at 10:00, Bob <b@x.example> wrote:\n\n> When?'],
    [
      'a wrapped introduction',
      'Yes.\n\nOn Mon, 16 Nov 2026 at 10:00, Bob Admin\n<b@x.example> wrote:\n> When?',
    ],
    ['a German introduction', 'Yes.\n\nAm 16.11.2026 um 10:00 schrieb Bob <b@x.example>:\n> Wann?'],
    ['a separator', 'Yes.\n\n-----Original Message-----\nFrom: Bob'],
    ['the headers of Outlook', 'Yes.\n\nFrom: Bob\nSent: Monday\nTo: Carol\nSubject: When\n\nWhen?'],
    ['the German headers of Outlook', 'Yes.\r\n\r\nVon: Bob\r\nGesendet: Montag\r\nAn: Carol\r\n\r\nWann?'],
    ['quoted lines at the end', 'Yes.\n\n> When?\n>\n> Today?\n'],
    ['a signature', 'Yes.\n-- \nAda\nExample Inc.'],
    ['the signature of a phone', 'Yes.\n\nSent from my iPhone'],
  ])('ends before %s', (_, text) => {
    expect(withoutQuotes(text)).toBe('Yes.')
  })

  it('keeps quotes between answers, and sentences that only look like an introduction', () => {
    for (const text of [
      '> When?\n\nToday.',
      'On Monday I wrote a letter.',
      'From: here\nto there',
      'a -- b',
    ]) {
      expect(withoutQuotes(text)).toBe(text)
    }
  })

  it.each([
    ['<div>One</div><div><br></div><div>Two</div><div>three</div>', 'One\n\nTwo\nthree'],
    ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['<b> bold </b>and <em>italic</em>', '**bold** and *italic*'],
    ['<h2>Head <b>line</b></h2>text', '**Head line**\n\ntext'],
    ['<ul><li>a</li><li>b</li></ul>', '* a\n* b'],
    ['<a href="https://x.example/a(b)">text</a>', '[text](https://x.example/a%28b%29)'],
    ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
    ['<a href="javascript:alert(1)">text</a>', 'text'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['<blockquote>a<br>b</blockquote>', '> a\n> b'],
    ['<style>p{}</style><script>x()</script><p style="display:none">tracked</p>ok', 'ok'],
    ['<img src="https://x.example/track.gif">&lt;b&gt; &amp; more', '<b> & more'],
    ['Yes<div class="gmail_quote"><div>On Monday</div><blockquote>When?</blockquote></div>', 'Yes'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ])('is converted from %s', async (html, markdown) => {
    expect(await htmlToMarkdown(html, { includeQuotes: false })).toBe(markdown)
  })

  it('is converted in linear time', async () => {
    const cpu = cpuTimer()
    for (const piece of [
      '<b>',
      '<div><b>x',
      '<blockquote>x',
      '<a href="https://x.example">x',
      '<pre>x</pre>',
    ]) {
      await htmlToMarkdown(piece.repeat(200_000 / piece.length), { includeQuotes: true })
    }
    withoutQuotes('On x\n'.repeat(40_000))
    withoutQuotes(`${'>'.repeat(200_000)}\n${'From: x\n'.repeat(20_000)}`)
    expect(cpu()).toBeLessThan(5_000)
  })
})

describe('The address of an email', () => {
  const token = '0123456789abcdef'.repeat(2)
  const none = { showSender: false, includeQuotes: false, preferHtml: false }
  const domain = 'chat.example.com'
  it.each([
    [`general.${token}@chat.example.com`, { kind: 'channel', token, options: none }],
    [`${token.toUpperCase()}@CHAT.example.com`, { kind: 'channel', token, options: none }],
    [
      `a.${token}+show-sender+include-quotes.prefer-html@chat.example.com`,
      { kind: 'channel', token, options: { showSender: true, includeQuotes: true, preferHtml: true } },
    ],
    [`${token}.sender.html@chat.example.com`, { options: { ...none, showSender: true, preferHtml: true } }],
    [`${token}.constructor@chat.example.com`, { kind: 'unknown-option', option: 'constructor' }],
    [`reply+1z-${token}@chat.example.com`, { kind: 'reply', token: `1z-${token}` }],
  ])('%s has a token and options', (address, expected) => {
    expect(parseAddress(address, domain)).toMatchObject(expected)
  })

  it('is unknown with another domain or without a token', () => {
    for (const address of [`${token}@example.com`, 'general@chat.example.com', token, '@', '']) {
      expect(parseAddress(address, domain)).toBeUndefined()
    }
  })
})
