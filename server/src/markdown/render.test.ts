import { describe, expect, it } from 'vitest'
import { RenderFailure, renderDescription, renderMessage } from './render.ts'
import { testContext } from './testing/context.ts'

const render = (source: string) => renderMessage(source, testContext)

describe('The mentions of a message', () => {
  const none = { users: [], groups: [], channelWildcard: false, topicWildcard: false, hereWildcard: false }

  it('are listed by ID, each once', () => {
    expect(render('@**Bo** @**bo** @**|31** and @*backend*').mentions).toEqual({
      ...none,
      users: [32, 31],
      groups: [17],
    })
    expect(render('@**everyone**').mentions).toEqual({ ...none, channelWildcard: true })
    expect(render('@**topic**').mentions).toEqual({ ...none, topicWildcard: true })
    expect(render('@**here**').mentions).toEqual({ ...none, hereWildcard: true })
    expect(render('@_**here** `@**here**`').mentions).toEqual(none)
  })

  it('do not include silent, quoted and code mentions, nor deactivated users', () => {
    const silent = [
      '@_**Bo** @_*backend* @_**all** @_**topic**',
      '> @**Bo** @*backend* @**all** @**topic**\nlazy @**Bo**',
      '```quote\n@**Bo**\n```',
      '* a\n> @**Bo**',
      '`@**Bo**`',
      '```\n@**Bo**\n```',
      '    @**Bo**',
      '@**Old Timer** @*retired*',
      '@**Nobody Here** @*nothing* @**Bo|31**',
      '~~~quote\n```spoiler\n@**Bo**\n```\n~~~',
    ]
    for (const source of silent) expect(render(source).mentions, source).toEqual(none)
  })

  it('include those in a spoiler, heading, table, item and link', () => {
    const live = [
      '```spoiler @**Bo**\nx\n```',
      '```spoiler\n@**Bo**\n```',
      '# @**Bo**',
      '|a|\n|-|\n|@**Bo**|',
      '* @**Bo**',
      '*@**Bo*** *to @**Bo***',
      '[@**Bo**](x.com)',
    ]
    for (const source of live) expect(render(source).mentions.users, source).toEqual([32])
  })

  it('include a user even if the name beside their ID is wrong elsewhere', () => {
    expect(render('@**Bo|31** @**Ana Lopez|31**').mentions.users).toEqual([31])
  })
})

describe('The links of a message', () => {
  it('are listed, quoted or not, but not from code', () => {
    for (const source of ['site.com', '> a@b.com', '#**design**', '[x](/y)']) {
      expect(render(source).hasLink, source).toBe(true)
    }
    for (const source of ['`site.com`', '```\nsite.com\n```', 'site dot com', '$$site.com$$']) {
      expect(render(source).hasLink, source).toBe(false)
    }
  })

  it('name own files by their path', () => {
    const own = 'https://chat.example.com/user_uploads/2/x/y.txt'
    expect(render(`[a](/user_uploads/2/ab/cat.png) ${own}?z ${own}`).uploads).toEqual([
      '2/ab/cat.png',
      '2/x/y.txt',
    ])
    expect(render('> [a](/user_uploads/2/ab/cat.png)').uploads).toEqual(['2/ab/cat.png'])
    for (const source of [
      '`/user_uploads/2/ab/cat.png`',
      'https://other.example/user_uploads/2/ab/cat.png',
      '[a](/user_uploads/thumbnail/2/ab/cat.png)',
    ]) {
      expect(render(source).uploads, source).toEqual([])
    }
  })

  it('include an image only if it is shown', () => {
    expect(render('https://img.example/p.png').hasImage).toBe(true)
    expect(render('https://youtu.be/Ab_1').hasImage).toBe(true)
    expect(render('https://img.example/v.mp4').hasImage).toBe(false)
    expect(render('> https://img.example/p.png').hasImage).toBe(false)
  })
})

describe('Limits', () => {
  it('reject text that would become too much HTML', () => {
    const formulas = '$$\\sqrt{\\frac{a}{b}}$$ '.repeat(10_000)
    expect(() => render('x '.repeat(600_000))).toThrow(RenderFailure)
    expect(() => render(`|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n${'b\n'.repeat(40)}`)).toThrow(
      RenderFailure,
    )
    expect(() => render(formulas)).toThrow(RenderFailure)
  })
})

describe('Rendering settings', () => {
  const code = '```\nx\n```'

  it('set the language of code that names none, but not in spoilers', () => {
    const context = { ...testContext, defaultCodeLanguage: 'Python' }
    const python = 'data-code-language="Python"'
    expect(renderMessage(code, context).html).toContain(python)
    expect(renderMessage(`~~~quote\n${code}\n~~~`, context).html).toContain(python)
    expect(renderMessage(`~~~spoiler\n${code}\n~~~`, context).html).not.toContain(python)
    expect(renderMessage('```none\nx\n```', context).html).toContain('data-code-language="none"')
    expect(renderMessage(code, { ...testContext, defaultCodeLanguage: 'quote' }).html).toBe(
      '<blockquote>\n<p>x</p>\n</blockquote>',
    )
  })

  it('decide whether indented lines are code', () => {
    expect(renderMessage('    x', { ...testContext, indentedCode: false }).html).toBe('<p>x</p>')
  })
})

describe('A description', () => {
  it('is rendered like a message, without previews and emoticons', () => {
    const context = { ...testContext, emoticons: true }
    expect(renderDescription('', context)).toBe('')
    expect(renderDescription('*x* :) @**Bo**', context)).toBe(
      '<p><em>x</em> :) <span class="user-mention" data-user-id="32">@Bo</span></p>',
    )
    expect(renderDescription('https://img.example/p.png', context)).not.toContain('<img')
  })
})
