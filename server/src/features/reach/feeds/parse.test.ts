import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageFor } from './message.ts'
import { maxEntries, parseFeed, wordsOf } from './parse.ts'

const url = new URL('https://news.example/feeds/all.xml')

describe('A feed', () => {
  it('is parsed as RSS 2.0, with CDATA and elements of other namespaces', async () => {
    const feed = await parseFeed(`<?xml version="1.0"?>
      <rss version="2.0" xmlns:content="x"><channel><image><title>Logo</title></image><title>Plums &amp; more</title>
      <item><media:title>Wrong</media:title><title><![CDATA[Ripe <b>now</b>]]></title><link>https://news.example/1</link>
        <guid isPermaLink="false">n1</guid><dc:creator>Ana</dc:creator><pubDate>Tue, 17 Nov 2026 08:00:00 GMT</pubDate>
        <description>&lt;p&gt;Sweet.&lt;/p&gt;</description><content:encoded><![CDATA[<p>All of it</p>]]></content:encoded></item>
      <item><title>Only a title</title></item><item></item></channel></rss>`)
    expect(feed).toEqual({
      title: 'Plums & more',
      entries: [
        {
          id: 'n1',
          title: 'Ripe <b>now</b>',
          link: 'https://news.example/1',
          author: 'Ana',
          summary: '<p>Sweet.</p>',
          content: '<p>All of it</p>',
          date: Date.UTC(2026, 10, 17, 8),
        },
        expect.objectContaining({ id: 'Only a title', link: '', date: undefined }),
      ],
    })
  })

  it('is parsed as Atom, with the link of the page and the name of the author', async () => {
    const feed = await parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Orchard</title>
      <entry><id>tag:1</id><title type="html">A &amp;amp; B</title><link rel="self" href="https://x.example/self"/>
      <link href="/posts/1"/><author><name>Bo</name><email>bo@x.example</email></author><updated>2026-11-17T08:00:00Z</updated>
      <content type="xhtml"><div><p>One</p><p>Two</p></div></content></entry></feed>`)
    expect(feed?.title).toBe('Orchard')
    const [entry] = feed?.entries ?? []
    expect(entry).toMatchObject({ id: 'tag:1', link: '/posts/1', author: 'Bo' })
    expect(await messageFor(entry!, 'news', url)).toEqual({
      topic: 'news',
      content: '**[A & B](https://news.example/posts/1)** · Bo\n\n> One Two',
    })
  })

  it('is parsed as RSS 1.0', async () => {
    const feed = await parseFeed(`<rdf:RDF><channel><title>Old</title></channel>
      <item rdf:about="https://x.example/1"><title>First</title></item></rdf:RDF>`)
    expect(feed).toMatchObject({
      title: 'Old',
      entries: [{ id: 'https://x.example/1', link: 'https://x.example/1', title: 'First' }],
    })
  })

  it('is not a web page, text or JSON', async () => {
    for (const text of ['', 'plums', '{"items":[]}', '<html><item><title>x</title></item></html>', '<rs']) {
      expect(await parseFeed(text), text).toBeUndefined()
    }
  })

  it('has no expanded entities, and a bounded number of entries, fields and levels', async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>&b;&f;</title></item></channel></rss>`
    expect((await parseFeed(bomb))?.entries[0]?.title).toBe('&b;&f;')

    const many = `<rss><channel>${'<item><guid>x</guid></item>'.repeat(5_000)}`
    expect((await parseFeed(many))?.entries).toHaveLength(maxEntries)
    const long = `<rss><channel><item><title>${'x'.repeat(500_000)}</title></item></channel></rss>`
    expect((await parseFeed(long))?.entries[0]?.title).toHaveLength(20_000)
    const deep = `<rss><channel>${'<a>'.repeat(300_000)}<item><guid>x</guid></item>`
    expect((await parseFeed(deep))?.entries).toEqual([])
    const cut = '<rss><channel><item><guid>1</guid></item><item><guid>2</guid><title>Half of'
    expect((await parseFeed(cut))?.entries).toMatchObject([{ id: '1' }])
  })

  it('has texts without markup, scripts and mentions', async () => {
    const html =
      '<p>Hi&nbsp;@**all**</p><script>alert(1)</script><style>p{}</style><b>b</b>old <img src=x onerror=y>'
    expect(await wordsOf(html)).toBe('Hi @**all** bold')
    const entry = {
      id: '1',
      title: '',
      link: 'javascript:alert(1)',
      author: '',
      content: '',
      date: undefined,
    }
    const message = await messageFor({ ...entry, summary: html }, '', url)
    expect(message?.topic).toBe('news.example')
    expect(message?.content).not.toMatch(/javascript|@\*\*/)
    expect(await messageFor({ ...entry, link: '', summary: '' }, 'x', url)).toBeUndefined()
  })

  it('never crashes the parser', async () => {
    const parts = [
      '<rss>',
      '<channel>',
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<![CDATA[',
      ']]>',
      '&#0;',
      '<link href="',
      '<!--',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 40 }),
        async (pieces) => {
          const feed = await parseFeed(`<rss>${pieces.join('')}</item></channel>`)
          for (const entry of feed?.entries ?? []) await messageFor(entry, 'x', url)
        },
      ),
      { numRuns: 200 },
    )
  })
})
