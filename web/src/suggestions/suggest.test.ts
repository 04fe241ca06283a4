import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInCode } from '../messages/in-code.ts'
import { applyChoice, type Choice, suggestionAt } from './suggest.ts'

/** The bar is the caret. */
function at(marked: string) {
  const caret = marked.indexOf('|')
  const text = marked.slice(0, caret) + marked.slice(caret + 1)
  return { text, caret, suggestion: suggestionAt(text, caret) }
}

const fence = '```'

describe('Suggestions', () => {
  it('depend on the text before the caret', () => {
    const rows: [string, object | undefined][] = [
      ['@|', { kind: 'people', query: '', isSilent: false, from: 0 }],
      ['hi @an|', { kind: 'people', query: 'an', from: 3 }],
      ['hi @ana ru|', { kind: 'people', query: 'ana ru' }],
      ['(@an|)', { kind: 'people', query: 'an', from: 1 }],
      ['@_an|', { kind: 'people', query: 'an', isSilent: true }],
      ['@**an|', { kind: 'people', query: 'an', isSilent: false }],
      ['@_**an|**', { kind: 'people', query: 'an', isSilent: true }],
      ['@**Ana** |', undefined],
      ['ana@x.o|', undefined],
      ['@ an|', undefined],
      ['@an\nb|', undefined],
      ['#|', { kind: 'channels', query: '', from: 0 }],
      ['see #des|', { kind: 'channels', query: 'des', from: 4 }],
      ['see #**web sh|', { kind: 'channels', query: 'web sh' }],
      ['# heading|', undefined],
      ['## heading|', undefined],
      ['a#1|', undefined],
      ['#**design** |', undefined],
      ['#**design>|', { kind: 'topics', channel: 'design', query: '', from: 0 }],
      ['see #**web shop>log|', { kind: 'topics', channel: 'web shop', query: 'log', from: 4 }],
      ['#**design>logo** |', undefined],
      ['#**a>b** and #**c>d|', { kind: 'topics', channel: 'c', query: 'd', from: 13 }],
      [':s|', undefined],
      [':sm|', { kind: 'emoji', query: 'sm', from: 0 }],
      ['so :thumbs_u|', { kind: 'emoji', query: 'thumbs_u', from: 3 }],
      [':+1|', { kind: 'emoji', query: '+1' }],
      ['10:30|', undefined],
      ['http://x|', undefined],
      [':smile:|', undefined],
      ['/|', { kind: 'commands', query: '', from: 0 }],
      ['/po|', { kind: 'commands', query: 'po', from: 0 }],
      ['/poll |', undefined],
      ['a /po|', undefined],
      ['\n/po|', undefined],
      [`${fence}|`, { kind: 'languages', query: '', from: 3 }],
      [`a\n${fence}py|`, { kind: 'languages', query: 'py', from: 5 }],
      [`${fence}py\nx\n${fence}|`, undefined],
      [`${fence}quote\n${fence}py|`, { kind: 'languages', query: 'py' }],
      ['<time:|', { kind: 'time', query: '', from: 0 }],
      ['at <time:2026-11|', { kind: 'time', query: '2026-11', from: 3 }],
      ['<time:2026-11-14>|', undefined],
    ]
    for (const [marked, expected] of rows) {
      const { suggestion } = at(marked)
      if (expected === undefined) expect(suggestion, marked).toBeUndefined()
      else expect(suggestion, marked).toMatchObject(expected)
    }
  })

  it('are not made in code', () => {
    const code = [
      '`@an|`',
      '`@an|',
      'a `b` c `@an|',
      '``a ` @an|``',
      `${fence}\n@an|`,
      `${fence}py\nx\n@an|\n${fence}`,
      `~~~\n${fence}\n@an|`,
      `${fence}quote\n${fence}js\n@an|`,
      'one `\ntwo @an|',
    ]
    const prose = [
      '`a` @an|',
      `${fence}\nx\n${fence}\n@an|`,
      `${fence}quote\n@an|`,
      `${fence}spoiler what\n@an|`,
      `${fence}quote\n${fence}js\nx\n${fence}\n@an|`,
      'one `\n\ntwo @an|',
    ]
    for (const marked of code) expect(at(marked).suggestion, marked).toBeUndefined()
    for (const marked of prose) expect(at(marked).suggestion, marked).toMatchObject({ kind: 'people' })
    expect(isInCode('', 0)).toBe(false)
  })

  it('never fail, for any text', () => {
    const piece = fc.constantFrom(
      '@',
      '#',
      '**',
      '`',
      '```',
      '\n',
      ':',
      'an',
      ' ',
      '<time:',
      '>',
      '/',
      '_',
      '😀',
    )
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), (pieces, place) => {
        const text = pieces.join('')
        const caret = place % (text.length + 1)
        const found = suggestionAt(text, caret)
        if (found === undefined) return
        expect(found.from).toBeLessThanOrEqual(caret)
        expect(text.slice(found.from, caret).endsWith(found.query)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('A chosen suggestion', () => {
  it('replaces the typed text', () => {
    const rows: [string, Choice, string][] = [
      ['hi @an|', { kind: 'person', name: 'Ana Ruiz' }, 'hi @**Ana Ruiz** |'],
      ['hi @an| there', { kind: 'person', name: 'Ana Ruiz' }, 'hi @**Ana Ruiz** |there'],
      ['@_an|', { kind: 'person', name: 'Ana Ruiz' }, '@_**Ana Ruiz** |'],
      ['@an|', { kind: 'person', name: 'Ana Ruiz', id: 7 }, '@**Ana Ruiz|7** |'],
      ['@**an|**', { kind: 'person', name: 'Ana Ruiz' }, '@**Ana Ruiz** |'],
      ['@a|', { kind: 'wildcard', name: 'all' }, '@**all** |'],
      ['@h|', { kind: 'group', name: 'helpers' }, '@*helpers* |'],
      ['@_h|', { kind: 'group', name: 'helpers' }, '@_*helpers* |'],
      ['#des|', { kind: 'channel', name: 'design' }, '#**design** |'],
      ['#des|', { kind: 'channel', name: 'design', goOn: true }, '#**design>|'],
      [
        '#**design>lo|',
        { kind: 'topic', channel: 'design', topic: 'logo refresh' },
        '#**design>logo refresh** |',
      ],
      [':sm|', { kind: 'emoji', name: 'smile', markup: ':smile:' }, ':smile: |'],
      ['/po|', { kind: 'command', name: 'poll' }, '/poll |'],
      [`${fence}py|`, { kind: 'language', name: 'python' }, `${fence}python|`],
      ['at <time:|', { kind: 'time', time: '2026-11-14T09:32:00Z' }, 'at <time:2026-11-14T09:32:00Z> |'],
    ]
    for (const [marked, choice, expected] of rows) {
      const { text, caret, suggestion } = at(marked)
      if (suggestion === undefined) throw new Error(`nothing is suggested: ${marked}`)
      const edit = applyChoice(text, caret, suggestion, choice)
      const after = text.slice(0, edit.from) + edit.text + text.slice(edit.to)
      expect(`${after.slice(0, edit.caret)}|${after.slice(edit.caret)}`, marked).toBe(expected)
    }
  })
})
