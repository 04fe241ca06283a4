import { describe, expect, it } from 'vitest'
import { renderMessage } from '../render.ts'
import { testContext } from '../testing/context.ts'
import { problemsIn } from '../testing/html-check.ts'

const pictures = (count: number) => Array.from({ length: count }, (_, n) => `https://img.example/${n}.png`)
const shown = (source: string, changes = {}) =>
  Array.from(
    renderMessage(source, { ...testContext, ...changes }).html.matchAll(/<(?:img|video)[^>]*src="([^"]*)"/g),
    ([, src]) => src,
  )

describe('Previews', () => {
  it('are made for up to 24 targets outside quotes, and for none beyond that', () => {
    expect(shown(pictures(24).join('\n'))).toHaveLength(24)
    expect(shown(pictures(25).join('\n'))).toEqual([])
    expect(shown(`${pictures(24).join('\n')}\n\n> https://img.example/quoted.png`)).toHaveLength(24)
    expect(
      shown(`${pictures(24).join('\n')}\n\`\`\`spoiler\nhttps://img.example/hidden.png\n\`\`\``),
    ).toEqual([])
    expect(shown(`${pictures(24).join('\n')} #**design**`)).toEqual([])
  })

  it('are made once per target, in the order of the links', () => {
    const [a, b] = pictures(2)
    expect(shown(`${b} ${a} ${b}\n\n${a}`)).toEqual([b, a])
  })

  it('are in the list item of their link', () => {
    const { html } = renderMessage('* see https://img.example/p.png', testContext)
    expect(html).toMatch(/<\/a><div class="message_inline_image">.*<\/div><\/li>/)
  })

  it('are not made if the organization turns them off', () => {
    const source = 'https://img.example/p.png https://img.example/v.mp4 https://youtu.be/Ab_1'
    expect(shown(source)).toHaveLength(3)
    expect(shown(source, { imagePreviews: false })).toEqual([])
  })

  it('contain the data that is needed to show an uploaded image', () => {
    const uploadedImage = () => ({
      contentType: 'image/tiff',
      width: 4032,
      height: 3024,
      ready: true,
      animated: true,
      transcoded: '4032x3024.webp',
    })
    expect(renderMessage('[x](/user_uploads/2/a.tiff)', { ...testContext, uploadedImage }).html).toContain(
      '<img data-animated="true" data-original-content-type="image/tiff" data-original-dimensions="4032x3024" ' +
        'data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/2/a.tiff/840x560-anim.webp">',
    )
  })

  it('load pictures of other sites through the proxy, and link to them directly', () => {
    const proxied = (url: string) => `/proxy/${Buffer.from(url).toString('hex')}`
    const { html } = renderMessage('https://img.example/p.png', { ...testContext, proxied })
    expect(html).toContain('<a href="https://img.example/p.png"><img src="/proxy/68747470')
    expect(shown('https://chat.example.com/user_uploads/2/x.png', { proxied })).toEqual([
      'user_uploads/2/x.png',
    ])
  })

  it('find the video on every kind of page of a video site', () => {
    const still = ['https://i.ytimg.com/vi/aB-3_x/mqdefault.jpg']
    for (const path of [
      'watch?v=aB-3_x',
      'watch_videos?video_ids=aB-3_x,b',
      'embed/aB-3_x',
      'shorts/aB-3_x',
      'v/aB-3_x',
    ]) {
      expect(shown(`https://m.youtube.com/${path}`), path).toEqual(still)
    }
    expect(shown('https://www.youtube.com/watch?v=%22%3E')).toEqual([])
    expect(shown('https://notyoutube.com/watch?v=aB-3_x')).toEqual([])
  })

  it('load a picture on Wikipedia from its source, and none from a page that only looks like one', () => {
    const file = 'https://en.wikipedia.org/wiki/Special:FilePath/File:A.jpg'
    expect(shown('https://en.wikipedia.org/wiki/File:A.jpg')).toEqual([file])
    expect(shown('https://pasteboard.co/x.png')).toEqual([])
  })
})

describe('Cards of websites', () => {
  const on = { ...testContext, websitePreviews: true }

  it('are fetched only for pages of other sites', () => {
    const source =
      'https://page.example/a https://chat.example.com/help http://chat.example.com/help https://x.com/a/status/1 ftp://f.example/x ' +
      'https://img.example/p.png https://youtu.be/Ab_1\n\n> https://quoted.example/'
    expect(renderMessage(source, on).previewLinks).toEqual([
      'https://page.example/a',
      'https://youtu.be/Ab_1',
    ])
    expect(renderMessage(source, testContext).previewLinks).toEqual([])
  })

  it('are at the end, and escape HTML and styles', () => {
    const card = {
      title: 'A <b>"title"</b>',
      description: '<script>x()</script>',
      image: 'https://page.example/a"\\b.png',
    }
    const { html } = renderMessage('https://page.example/a\n\nb', { ...on, websiteCard: () => card })
    expect(html).toBe(
      '<p><a href="https://page.example/a">https://page.example/a</a></p>\n<p>b</p>\n<div class="message_embed">' +
        '<a class="message_embed_image" href="https://page.example/a" ' +
        'style="background-image: url(&quot;https://page.example/a\\&quot;\\\\b.png&quot;)"></a>' +
        '<div class="data-container"><div class="message_embed_title">' +
        '<a href="https://page.example/a" title="A &lt;b&gt;&quot;title&quot;&lt;/b&gt;">A &lt;b&gt;"title"&lt;/b&gt;</a></div>' +
        '<div class="message_embed_description">&lt;script&gt;x()&lt;/script&gt;</div></div></div>',
    )
    expect(problemsIn(html)).toEqual([])
  })

  it('need a picture, and cannot escape their container', () => {
    const card = { title: 'Figs', description: '', image: '' }
    const html = (image: string) =>
      renderMessage('https://page.example/a', { ...on, websiteCard: () => ({ ...card, image }) }).html
    for (const image of ['', 'javascript:x', 'data:image/png,x']) expect(html(image)).not.toContain('embed')
    // An entity in the URL would be decoded as a quotation mark in the attribute.
    for (const mark of ['&quot;', '&#34;', '&#x22;', '&QUOT;']) {
      expect(html(`https://page.example/${mark});color:red`)).toContain(
        `style="background-image: url(&quot;https://page.example/${mark.replace('&', '&amp;')});color:red&quot;)"`,
      )
    }
    expect(html('https://page.example/?a=1&b=2')).toContain('?a=1&amp;b=2&quot;)')
  })

  it('are replaced by a picture or video that the site offers', () => {
    const embed = { title: 'Figs', image: 'https://page.example/a.png' }
    const shownFor = (html?: string) => {
      const offered = html === undefined ? embed : { ...embed, html }
      const websiteCard = () => ({
        title: '',
        description: '',
        image: 'https://page.example/b.png',
        embed: offered,
      })
      return renderMessage('https://page.example/a', { ...on, websiteCard })
    }
    const picture = '<img src="https://page.example/a.png"></a></div>'
    const link = 'href="https://page.example/a" title="Figs"'
    expect(shownFor().html).toContain(`<div class="message_inline_image"><a ${link}>${picture}`)
    expect(shownFor().hasImage).toBe(true)
    const film = shownFor('<i a="&quot;">')
    expect(film.html).toContain(
      `<div class="embed-video message_inline_image"><a data-id="&lt;i a=&quot;&amp;quot;&quot;&gt;" ${link}>${picture}`,
    )
    expect(problemsIn(film.html)).toEqual([])
  })

  it('give a video its title', () => {
    const websiteCard = () => ({ title: 'Loquats', description: '', image: '' })
    expect(renderMessage('https://youtu.be/Ab_1', { ...on, websiteCard }).html).toContain(
      '<a href="https://youtu.be/Ab_1">YouTube - Loquats</a>',
    )
  })
})
