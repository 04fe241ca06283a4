import { cpuTimer } from '@loquat/devkit/cpu-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMessage } from './render.ts'
import { testContext } from './testing/context.ts'
import { document } from './testing/documents.ts'
import { problemsIn } from './testing/html-check.ts'

/** More are run by `npm run bench -- markdown`. */
const runs = 300

describe('Any text', () => {
  it('becomes well-formed HTML with allowed elements only, without scripts', () => {
    fc.assert(
      fc.property(document, (source) => {
        const { html } = renderMessage(source, { ...testContext, emoticons: true })
        expect(problemsIn(html), html).toEqual([])
        // Internal markers never appear in the output, so none was forged.
        expect(html).not.toMatch(/[\u0002\u0003]/)
      }),
      { numRuns: runs },
    )
  })

  it('stays text in a code block of any language', () => {
    const language = fc.constantFrom(
      ...'html xml py js php css tex yaml ini diff sql lua rs hs vb vim'.split(' '),
    )
    const code = fc.string({ unit: fc.constantFrom(...'<>&"\'`/*-#=a b\n$!;:(){}[]\\%'), maxLength: 40 })
    fc.assert(
      fc.property(language, code, (language, code) => {
        const { html } = renderMessage(`~~~${language}\n${code}\n~~~`, testContext)
        expect(problemsIn(html), html).toEqual([])
        expect(html.match(/<(?!\/?(?:div|pre|code|span)\b)/)).toBeNull()
      }),
      { numRuns: runs },
    )
  })

  it('is rendered the same way every time', () => {
    fc.assert(
      fc.property(document, (source) => {
        expect(renderMessage(source, testContext)).toEqual(renderMessage(source, testContext))
      }),
      { numRuns: 50 },
    )
  })

  it('takes the fast path only if the result is the same', () => {
    const words = fc
      .string({ unit: fc.constantFrom(...'ab.  ,!?()-/\'"=%19*'), maxLength: 12 })
      .map((text) => `a${text}`)
    // A linkifier without matches disables the fast path.
    const long = {
      ...testContext,
      linkifiers: [{ pattern: '(?P<id>never-in-it)', urlTemplate: 'https://x/{id}' }],
    }
    const short = { ...testContext, linkifiers: [] }
    fc.assert(
      fc.property(words, (source) => {
        expect(renderMessage(source, short)).toEqual(renderMessage(source, long))
      }),
      { numRuns: 500 },
    )
  })
})

describe('A pathological text', () => {
  const size = 10_000
  const filled = (unit: string) => unit.repeat(Math.floor(size / unit.length))
  const units = [
    ...[
      '*',
      '**a ',
      '***a',
      '~~a',
      '[',
      '[a](',
      '![',
      '](',
      '`',
      '` `` ',
      '\\`',
      '>',
      '> ',
      '> > * ',
      '$$a ',
      '$$a\\$',
    ],
    ...[
      '@**a ',
      '@*a',
      '#**a>',
      '<time:',
      '<time:1',
      ':a',
      '&a',
      '<',
      'http://a/(',
      'a.com,',
      'a@',
      'a.',
      ',a',
      'a.b@c.',
    ],
    ...[
      '# a\n',
      '---\n',
      '* a\n',
      '1. a\n',
      '* a\n1. b\n',
      '|a|b|\n|-|-|\n',
      '|',
      '> a\n',
      '\t',
      'a\t',
      ' ',
      '\n',
      '    a\n',
    ],
    ...[
      '```\na\n',
      '```quote\n',
      '```spoiler a\n',
      '~~~py\na\n~~~\n',
      '$$x^2$$ ',
      '👨\u200d',
      '👍🏽',
      '\u0002',
      'A-1 ',
      '#12 ',
    ],
  ]

  it.each(units)('%j, repeated, is rendered quickly', (unit) => {
    const spent = cpuTimer()
    renderMessage(filled(unit), testContext)
    // A hundred times the usual time; quadratic growth takes far longer.
    expect(spent()).toBeLessThan(1_500)
  })

  it('is no slower in a code block, in any language', () => {
    for (const language of ['py', 'js', 'html', 'yaml', 'md', 'java', 'ini', 'php', 'tex', 'diff']) {
      for (const unit of ['a', '"', "'", '/*', '<a ', '[a](', '_a', '\\', 'a-', '(']) {
        const spent = cpuTimer()
        renderMessage(`\`\`\`${language}\n${filled(unit)}`, testContext)
        expect(spent(), `${language} ${unit}`).toBeLessThan(1_500)
      }
    }
  })

  it('makes no formula larger than a page', () => {
    const { html } = renderMessage('$$\\rule{99999em}{99999em}\\kern{99999em}x$$', testContext)
    const [, shown = ''] = html.split('class="katex-html"')
    expect(shown).toContain('border-top-width:50em')
    expect(shown).not.toContain('99999em')
  })

  it('nests to a limited depth', () => {
    expect(renderMessage('> '.repeat(2_000), testContext).html).toContain('&gt;')
    const { html } = renderMessage(`${'> '.repeat(500)}deep`, testContext)
    expect(html.split('<blockquote>').length).toBeLessThan(60)
    expect(html).toContain('deep')
  })
})
