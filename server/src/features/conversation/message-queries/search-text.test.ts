import { describe, expect, it } from 'vitest'
import { highlightHtml, highlightTopic, matcherOf } from './highlight.ts'
import { beginningsOf, likelyWords } from './likely-words.ts'
import { gramsOfQuery, parseSearch, runsToRecheck } from './search-query.ts'
import { searchText, textOfHtml } from './search-text.ts'

describe('Words that may match a search', () => {
  const likely = (text: string, whole: string[], prefixes: string[] = []) =>
    likelyWords(text, beginningsOf({ whole: new Set(whole), prefixes }))

  it('contain the beginning of a stem, of which the stemmer may have replaced two characters', () => {
    expect(likely('tying Ties', ['tie'])).toEqual(['tying', 'Ties'])
    expect(likely('no possibility,\u00a0Possible', ['possibl'])).toEqual(['possibility,', 'Possible'])
    expect(likely('see https://Example.com/kettle now', ['kettl'])).toEqual(['https://Example.com/kettle'])
    expect(likely('kettles are Kettle-like', [], ['kettle'])).toEqual(['kettles', 'Kettle-like'])
  })

  it('are all words where lower case takes more characters', () => {
    expect(likely('İ kettle x', ['kettl'])).toEqual(['İ', 'kettle', 'x'])
  })
})

describe('The search text of a message', () => {
  it('is the visible text of its HTML, without tags and attributes', () => {
    const rows: [html: string, text: string][] = [
      ['<p>plums &amp; <em>figs</em></p>', 'plums & figs'],
      ['<p><a href="https://hidden.example">shown</a></p>', 'shown'],
      ['<p>one</p>\n<p>two<br>three</p>', 'one two three'],
      ['<p>1 &lt; 2 &#39;x&#x27; &#0; &unknown;</p>', "1 < 2 'x' &unknown;"],
      ['<p><img alt=":loquat:" class="emoji" src="/x.png" title="loquat"></p>', ':loquat:'],
      ['<p><img alt="secret" class="photo" src="/x.png"></p>', ''],
      ['<p><span class="emoji emoji-1f44d" title="thumbs up">:thumbs_up:</span></p>', ':thumbs_up:'],
    ]
    for (const [html, text] of rows) expect(textOfHtml(html).replace(/\s+/g, ' ').trim(), html).toBe(text)
  })

  it('is split into words, and into grams for scripts without spaces', () => {
    expect(searchText('Plums', '<p>a &lt;b&gt; 世界 x</p>').grams).toEqual(['plums', '世', '世界', '界'])
    expect(searchText('Plums', '<p>a &lt;b&gt; 世界 x</p>').words.split(/\s+/)).toEqual([
      'Plums',
      'a',
      'b',
      'x',
      '',
    ])
    for (const [text, grams] of [
      ['plums, the Äpfel, ox, СЛИВЫ it', ['plums', 'äpfel', 'сливы']],
      ['x'.repeat(101), []],
      ['日本語', ['日', '日本', '本', '本語', '語']],
      ['コーヒー、', ['コ', 'コー', 'ー', 'ーヒ', 'ヒ', 'ヒー']],
      ['안녕', ['안', '안녕', '녕']],
      ['กิน', ['ก', 'กิ', 'ิ', 'ิน', 'น']],
      ['𠮷野', ['𠮷', '𠮷野', '野']],
    ] as const) {
      expect(searchText('', text).grams, text).toEqual(grams)
    }
  })
})

describe('A query', () => {
  it('is split into words, a prefix, phrases and runs', () => {
    const rows: [text: string, words: string, last: string, phrases: string[], runs: string[]][] = [
      ['lunch', '', 'lunch', [], []],
      ['late lunch', 'late ', 'lunch', [], []],
      ['late lunch  ', 'late ', 'lunch', [], []],
      ['x', 'x', '', [], []],
      ['lunch!', 'lunch!', '', [], []],
      ['see google.co', 'see ', 'google.co', [], []],
      ['"late lunch"', ' late lunch', '', ['late lunch'], []],
      ['say "late lunch" now', 'say  late lunch  ', 'now', ['late lunch'], []],
      ['5" nails', '5  ', 'nails', [], []],
      ['""', '', '', [], []],
      ['世界 peace', '  ', 'peace', [], ['世界']],
      [`a ${'x'.repeat(101)}`, `a ${'x'.repeat(101)}`, '', [], []],
    ]
    for (const [text, words, last, phrases, runs] of rows) {
      expect(parseSearch(text), text).toEqual({ words, last, phrases, runs })
    }
  })

  it('uses as few grams as possible, and compares the whole run if they are not enough', () => {
    const rows: [text: string, grams: string[], recheck: string[]][] = [
      ['世', ['世'], []],
      ['世界', ['世界'], []],
      ['世界杯', ['世界', '界杯'], ['世界杯']],
    ]
    for (const [text, grams, recheck] of rows) {
      const query = parseSearch(text)
      expect(gramsOfQuery(query)).toEqual(grams)
      expect(runsToRecheck(query)).toEqual(recheck)
    }
  })
})

describe('Highlighting', () => {
  const mark = (text: string) => `<span class="highlight">${text}</span>`
  it('wraps whole words wherever they are, except in tags', () => {
    const html = highlightHtml(
      '<p title="plum">plum plums, <b>plum</b>-tree plum</p>',
      matcherOf({ words: ['plum'], runs: [] }),
    )
    expect(html).toBe(
      `<p title="plum">${mark('plum')} plums, <b>${mark('plum')}</b>-tree ${mark('plum')}</p>`,
    )
  })

  it('leaves entities unchanged', () => {
    const matcher = matcherOf({ words: ['quince', "o'clock"], runs: [] })
    expect(highlightHtml('<p>a &amp; quince &quot;quince&quot; at 5 o&#39;clock</p>', matcher)).toBe(
      `<p>a &amp; ${mark('quince')} &quot;${mark('quince')}&quot; at 5 ${mark('o&#39;clock')}</p>`,
    )
  })

  it('wraps the longest of overlapping words, and parts of runs', () => {
    const matcher = matcherOf({ words: ['google.com', 'google.com/x'], runs: ['世界'] })
    expect(highlightHtml('<p>https://google.com/x 全世界的</p>', matcher)).toBe(
      `<p>https://${mark('google.com/x')} 全${mark('世界')}的</p>`,
    )
  })

  it('escapes a topic, which is plain text', () => {
    expect(highlightTopic(`bread & butter <"'>`, matcherOf({ words: ['butter'], runs: [] }))).toBe(
      `bread &amp; ${mark('butter')} &lt;&quot;&#x27;&gt;`,
    )
    expect(highlightTopic('a&b', matcherOf({ words: [], runs: [] }))).toBe('a&amp;b')
  })

  it('treats all characters of words literally', () => {
    const matcher = matcherOf({ words: ['c++', 'a.c', '[x]'], runs: [] })
    expect(highlightHtml('<p>abc a.c</p>', matcher)).toBe(`<p>abc ${mark('a.c')}</p>`)
  })

  it('treats regular expression symbols of a word literally', () => {
    for (const sign of '-/\\^$.*+?()[]{}|&~#@!%=,:;`_ ') {
      const word = `a${sign}b`
      expect(highlightTopic(`x ${word} y`, matcherOf({ words: [word], runs: [word] }))).toContain(
        'class="highlight"',
      )
    }
  })
})
