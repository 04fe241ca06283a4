import { cpuTimer } from '@loquat/devkit/cpu-time'
import { describe, expect, it } from 'vitest'
import { parseOEmbed } from './oembed.ts'
import { parsePage } from './page.ts'

const url = new URL('https://page.example/a/b?c')

describe('The metadata of a page', () => {
  it('comes from Open Graph, then from standard HTML', async () => {
    const nothing = { title: 'page.example', description: '', image: '' }
    const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`
    const pages: [string, object][] = [
      ['', nothing],
      ['<title>Figs</title>', { title: 'Figs' }],
      ['<title>Figs</title><title>No</title>', { title: 'Figs' }],
      [`<title>Page</title>${og('title', 'Figs')}`, { title: 'Figs' }],
      [`${og('title', '')}<title> Figs \n &amp; dates </title>`, { title: 'Figs & dates' }],
      [`${og('title', 'Figs')}${og('title', 'No')}`, { title: 'Figs' }],
      ['<META NAME="Twitter:Title" CONTENT="Figs">', { title: 'Figs' }],
      [`${og('description', 'Sweet')}<meta name="description" content="No">`, { description: 'Sweet' }],
      ['<meta name="description" content="Sweet"><p>No</p>', { description: 'Sweet' }],
      ['<p> </p><p>Sweet <b>fruit</b><script>no()</script></p><p>No</p>', { description: 'Sweet fruit' }],
      [og('image', 'https://i.example/a.png'), { image: 'https://i.example/a.png' }],
      [og('image', 'c.png'), { image: 'https://page.example/a/c.png' }],
      [og('image', '/c.png?a&amp;b'), { image: 'https://page.example/c.png?a&b' }],
      [og('image', '//i.example/c.png'), { image: 'https://i.example/c.png' }],
      [`<base href="https://b.example/x/">${og('image', 'c.png')}`, { image: 'https://b.example/x/c.png' }],
      [og('image', 'https://i.example/a\\b.png'), { image: 'https://i.example/a\\b.png' }],
      [og('image:secure_url', '/c.png'), { image: 'https://page.example/c.png' }],
      ['<link rel="x image_src" href="/c.png">', { image: 'https://page.example/c.png' }],
      [og('image', 'javascript:alert(1)'), { image: '' }],
      [og('image', 'data:image/png;base64,aa'), { image: '' }],
      [og('image', `https://i.example/${'a'.repeat(2_000)}`), { image: '' }],
      [og('title', 'a\u0000b\u001b\u202egifs'), { title: 'a b gifs' }],
      [og('title', '&lt;b&gt;'), { title: '<b>' }],
      ['<link rel=alternate type=application/json+oembed href=/o>', { oEmbed: 'https://page.example/o' }],
      ['<link rel=alternate type=application/rss+xml href=/o>', nothing],
      ['<!-- <title>No</title> --><script>"<title>No</title>"</script>', nothing],
      ['<title>Figs', { title: 'Figs' }],
      ['<<<>><title>Figs</title></p></p>', { title: 'Figs' }],
    ]
    for (const [html, expected] of pages) {
      expect({ html, ...(await parsePage(html, url)) }).toMatchObject({ html, ...expected })
    }
    const long = await parsePage(og('title', 'é'.repeat(9_000)) + og('description', 'é'.repeat(9_000)), url)
    expect([[...long.title].length, [...long.description].length]).toEqual([300, 1_000])
  })

  it('is parsed in bounded time, for any content', async () => {
    const size = 512 * 1024
    const hostile = [
      '<b>',
      '<p>',
      '<',
      '</a>',
      '<a ',
      '<!--',
      '<b></c>',
      '&amp',
      '<title>',
      "<a b='",
      '<svg>',
    ]
    const pages = hostile.map((one) => one.repeat(size / one.length))
    pages.push('<b>'.repeat(size / 6) + '</i>'.repeat(size / 8))
    for (const html of pages) {
      const spent = cpuTimer()
      await parsePage(html, url)
      const piece = html.slice(0, 8)
      expect({ piece, slow: spent() > 1_500 }).toEqual({ piece, slow: false })
    }
  })

  it('can offer a picture or video instead of a card', () => {
    const from = new URL('https://page.example/o')
    const offers: [unknown, object | undefined][] = [
      [
        { type: 'photo', url: '/p.png', title: 'Figs' },
        { title: 'Figs', image: 'https://page.example/p.png' },
      ],
      [{ type: 'photo', url: 'javascript:x' }, undefined],
      [{ type: 'photo', url: 7 }, undefined],
      [
        { type: 'video', html: '<i>\0</i>', thumbnail_url: '/t.png', title: 1 },
        { title: '', image: 'https://page.example/t.png', html: '<i></i>' },
      ],
      [{ type: 'video', html: '', thumbnail_url: '/t.png' }, undefined],
      [{ type: 'video', html: 'x'.repeat(10_001), thumbnail_url: '/t.png' }, undefined],
      [{ type: 'video', html: '<i></i>' }, undefined],
      [{ type: 'rich', html: '<i></i>', thumbnail_url: '/t.png' }, undefined],
      [['photo'], undefined],
      [null, undefined],
    ]
    for (const [offer, embed] of offers) {
      expect({ offer, embed: parseOEmbed(JSON.stringify(offer), from)?.embed }).toEqual({ offer, embed })
    }
    expect(parseOEmbed('{"type":', from)).toBeUndefined()
  })
})
