import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withChange } from '../compose/text-change.ts'
import {
  continueList,
  type FormatCommand,
  format,
  pasteAddress,
  type TextChange,
  wrapTyped,
} from './edit-text.ts'

/** `[` and `]` are the ends of the selection, `|` the caret. */
function parse(marked: string) {
  const start = marked.search(/[⟦|]/u)
  const end = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : start
  return { text: marked.replace(/[⟦⟧|]/gu, ''), selection: { start, end } }
}
function show(text: string, change: TextChange | undefined): string | undefined {
  if (change === undefined) return undefined
  const after = withChange(text, change)
  const { start, end } = change.selection
  if (start === end) return `${after.slice(0, start)}|${after.slice(start)}`
  return `${after.slice(0, start)}⟦${after.slice(start, end)}⟧${after.slice(end)}`
}
const fence = '```'

describe('Formatting', () => {
  it('follows the table', () => {
    const rows: [FormatCommand, string, string | undefined][] = [
      ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
      ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
      ['bold', 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
      ['bold', 'a ⟦b ⟧c', 'a **⟦b⟧** c'],
      ['bold', '|', '**|**'],
      ['bold', '**|**', '|'],
      ['bold', '*⟦b⟧*', '***⟦b⟧***'],
      ['bold', '***⟦b⟧***', '*⟦b⟧*'],
      ['italic', '⟦b⟧', '*⟦b⟧*'],
      ['italic', '**⟦b⟧**', '***⟦b⟧***'],
      ['italic', '***⟦b⟧***', '**⟦b⟧**'],
      ['strike', '⟦b⟧', '~~⟦b⟧~~'],
      ['code', '⟦b⟧', '`⟦b⟧`'],
      ['code', '⟦a\nb⟧', `${fence}\n⟦a\nb⟧\n${fence}`],
      ['code', `${fence}\n⟦a\nb⟧\n${fence}`, '⟦a\nb⟧'],
      ['codeBlock', '⟦a⟧', `${fence}\n⟦a⟧\n${fence}`],
      ['codeBlock', `${fence}\n⟦a⟧\n${fence}`, '⟦a⟧'],
      ['math', '⟦b⟧', '$$⟦b⟧$$'],
      ['math', '⟦a\nb⟧', `${fence}math\n⟦a\nb⟧\n${fence}`],
      ['spoiler', 'x\n⟦a⟧\ny', `x\n${fence}spoiler\n⟦a⟧\n${fence}\ny`],
      ['link', 'see ⟦this⟧', 'see [this](|)'],
      ['link', 'see [this](|)', 'see ⟦this⟧'],
      ['link', 'see [th|is](https://x.org)', 'see ⟦this⟧'],
      ['link', '|', '[|]()'],
      ['link', '⟦a\nb⟧', undefined],
      ['quote', 'a\n⟦b\n\nc⟧\nd', 'a\n⟦> b\n> \n> c⟧\nd'],
      ['quote', '⟦> b\n> c⟧', '⟦b\nc⟧'],
      ['bullets', 'a|b', '- a|b'],
      ['bullets', '- a|b', 'a|b'],
      ['bullets', '⟦a\n\nb⟧', '⟦- a\n\n- b⟧'],
      ['bullets', '|', '- |'],
      ['numbers', '⟦a\nb⟧', '⟦1. a\n2. b⟧'],
      ['numbers', '⟦1. a\n2. b⟧', '⟦a\nb⟧'],
      ['indent', '- a|', '  - a|'],
      ['outdent', '  - a|', '- a|'],
      ['outdent', '- a|', undefined],
    ]
    for (const [command, marked, expected] of rows) {
      const { text, selection } = parse(marked)
      expect(show(text, format(text, selection, command)), `${command} ${marked}`).toBe(expected)
    }
  })

  it('is undone when repeated', () => {
    const commands: FormatCommand[] = [
      'bold',
      'italic',
      'strike',
      'code',
      'math',
      'spoiler',
      'quote',
      'bullets',
      'numbers',
    ]
    const piece = fc.constantFrom('a', 'b c', '*', '**', '~', '`', '$', ' ', '\n', '> ', '- ', 'é😀')
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...commands),
        (pieces, a, b, command) => {
          const text = pieces.join('')
          // Quotes in quotes lose one level each time.
          fc.pre(!/^(> > |- - )/mu.test(text))
          // An item without words looks like a blank line.
          fc.pre(!/^- *$/mu.test(text))
          const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y)
          const once = format(text, { start, end }, command)
          if (once === undefined) return
          const between = withChange(text, once)
          const twice = format(between, once.selection, command)
          expect(twice && withChange(between, twice)).toBe(text)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('adds and removes links', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z .]*$/u), fc.nat(), fc.nat(), (text, a, b) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y)
        const once = format(text, { start, end }, 'link')
        if (once === undefined) throw new Error('no link')
        const between = withChange(text, once)
        const twice = format(between, once.selection, 'link')
        expect(twice && withChange(between, twice)).toBe(text)
      }),
    )
  })
})

describe('Typing', () => {
  it('continues lists', () => {
    const rows: [string, string | undefined][] = [
      ['- a|', '- a\n- |'],
      ['* a|', '* a\n* |'],
      ['  - a|', '  - a\n  - |'],
      ['9. a|', '9. a\n10. |'],
      ['- a|b', '- a\n- |b'],
      ['- a\n- |', '- a\n|'],
      ['1. |', '|'],
      ['- |b', '- \n- |b'],
      ['a|', undefined],
      ['-a|', undefined],
      ['-|', undefined],
      [`${fence}\n- a|`, undefined],
    ]
    for (const [marked, expected] of rows) {
      const { text, selection } = parse(marked)
      expect(show(text, continueList(text, selection.start)), marked).toBe(expected)
    }
  })

  it('wraps the selection', () => {
    const rows: [string, string, string | undefined][] = [
      ['a ⟦b⟧', '`', 'a `⟦b⟧`'],
      ['a ⟦b⟧', '*', 'a *⟦b⟧*'],
      ['a ⟦b⟧', '"', 'a "⟦b⟧"'],
      ['a ⟦b⟧', '(', 'a (⟦b⟧)'],
      ['a ⟦b⟧', 'x', undefined],
      ['a |b', '(', undefined],
    ]
    for (const [marked, typed, expected] of rows) {
      const { text, selection } = parse(marked)
      expect(show(text, wrapTyped(text, selection, typed)), marked + typed).toBe(expected)
    }
  })

  it('links the selection to a pasted URL', () => {
    const rows: [string, string, string | undefined][] = [
      ['see ⟦this⟧', ' https://x.org/a ', 'see [this](https://x.org/a)|'],
      ['see ⟦this⟧', 'https://x.org/a_(b)', 'see [this](https://x.org/a_%28b%29)|'],
      ['see ⟦this⟧', 'words', undefined],
      ['see ⟦this⟧', 'https://x.org and more', undefined],
      ['see ⟦this⟧', 'javascript:alert(1)', undefined],
      ['see |', 'https://x.org', undefined],
      ['see ⟦https://y.org⟧', 'https://x.org', undefined],
      ['⟦a\nb⟧', 'https://x.org', undefined],
      ['`⟦this⟧`', 'https://x.org', undefined],
    ]
    for (const [marked, pasted, expected] of rows) {
      const { text, selection } = parse(marked)
      expect(show(text, pasteAddress(text, selection, pasted)), marked + pasted).toBe(expected)
    }
  })
})
