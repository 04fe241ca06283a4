import { createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { Gifs, gifsSlot } from './gifs.ts'
import { type GifService, useGifService } from './testing/gif-service.ts'

const key = 'a-secret-key'

async function worldWith(
  provider: 'giphy' | 'tenor',
  config: object = {},
): Promise<World & { service: GifService }> {
  const world = await createWorld({ config: { gifs: { provider, key }, ...config } })
  return { ...world, service: await useGifService(world.app) }
}

const asked = ({ searches }: GifService) =>
  searches.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])
const failed = async ({ api }: Person, query: string) =>
  await expect(api.getGifs({ query })).rejects.toMatchObject(withReason('gif-provider-failed'))

describe('GIFs', () => {
  it('are searched for at Giphy in pages, with the rating of the organization and the language of the user', async () => {
    const { alice, carol, service } = await worldWith('giphy')
    const state = await carol.api.register({})
    expect([state.server_gif_provider, state.giphy_api_key]).toEqual(['giphy', ''])
    expect(Object.keys(state.giphy_rating_options ?? {})).toEqual(['disabled', 'y', 'g', 'pg', 'pg-13', 'r'])

    const popular = await carol.api.getGifs({})
    expect(popular).toMatchObject({ provider: 'giphy', next_position: '24' })
    expect(popular.gifs).toHaveLength(24)
    expect(popular.gifs[0]).toEqual({
      id: 'gif-0',
      title: 'popular 1',
      url: `${service.origin}/media/0/giphy.gif?cid=a&rid=giphy.gif`,
      width: 400,
      height: 240,
      preview_url: `${service.origin}/media/0/200w_d.gif`,
      preview_width: 200,
      preview_height: 120,
      still_url: `${service.origin}/media/0/200w_s.gif`,
    })
    const rest = await carol.api.getGifs({ position: '24' })
    expect([rest.gifs.length, rest.gifs[0]?.id, rest.next_position]).toEqual([6, 'gif-24', null])

    await carol.api.updateSettings({ default_language: 'de' })
    await alice.api.updateRealm({ giphy_rating: 4 })
    await carol.api.getGifs({ query: ' ripe \n plums & more ' })
    const common = { api_key: key, limit: '24', bundle: 'messaging_non_clips' }
    expect(asked(service)).toEqual([
      ['/v1/gifs/trending', { ...common, offset: '0', rating: 'g' }],
      ['/v1/gifs/trending', { ...common, offset: '24', rating: 'g' }],
      ['/v1/gifs/search', { ...common, offset: '0', rating: 'pg-13', q: 'ripe plums & more', lang: 'de' }],
    ])
    for (const position of ['-1', '5000', 'x'])
      await expect(carol.api.getGifs({ position })).rejects.toMatchObject(withReason('gif-position-invalid'))
    await alice.api.updateRealm({ giphy_rating: 0 })
    await expect(carol.api.getGifs({})).rejects.toMatchObject(withReason('gifs-disabled'))
    expect(service.searches).toHaveLength(3)
  })

  it('are searched for at Tenor, with the key in a header', async () => {
    const { alice, carol, service } = await worldWith('tenor')
    expect((await carol.api.getGifs({})).gifs[23]?.id).toBe('gif-23')
    await alice.api.updateRealm({ giphy_rating: 5 })
    const first = await carol.api.getGifs({ query: 'plum' })
    expect(first).toMatchObject({ provider: 'tenor', next_position: '24' })
    expect((await carol.api.getGifs({ query: 'plum', position: '24' })).next_position).toBe(null)
    const common = {
      client_key: 'loquat',
      limit: '24',
      locale: 'en',
      media_filter: 'gif,mediumgif,tinygif,gifpreview',
    }
    expect(asked(service)).toEqual([
      ['/v2/featured', { ...common, contentfilter: 'high' }],
      ['/v2/search', { ...common, contentfilter: 'off', q: 'plum' }],
      ['/v2/search', { ...common, contentfilter: 'off', q: 'plum', pos: '24' }],
    ])
    expect(service.headers.map((headers) => headers['x-goog-api-key'])).toEqual([key, key, key])
    await expect(carol.api.getGifs({ position: 'a b' })).rejects.toMatchObject(
      withReason('gif-position-invalid'),
    )
  })

  it('are cached for ten minutes, and searches that are not are limited per user', async () => {
    const { app, clock, carol, dave, service } = await worldWith('giphy', { rateLimits: true })
    await carol.api.getGifs({ query: 'plum' })
    await dave.api.getGifs({ query: 'plum' })
    expect(service.searches).toHaveLength(1)
    clock.advance(601)
    await dave.api.getGifs({ query: 'plum' })
    expect(service.searches).toHaveLength(2)
    for (let n = 0; n < 60; n++) app.limiter.take('gifs', carol.id)
    expect((await carol.api.getGifs({ query: 'plum' })).gifs).toHaveLength(24)
    await expect(carol.api.getGifs({ query: 'pear' })).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' })
    expect((await dave.api.getGifs({ query: 'pear' })).gifs).toHaveLength(24)
  })

  it('of other sites are left out, and bad responses are an error that does not reveal the key', async () => {
    const { app, carol, service } = await worldWith('giphy')
    const image = (url: string) => ({ url, width: '1', height: '1' })
    const gif = (url: string, preview: string) => ({
      id: url,
      images: { downsized_medium: image(url), fixed_width_downsampled: image(preview) },
    })
    const good = 'https://media1.giphy.com/a.gif'
    service.answer = {
      status: 200,
      body: JSON.stringify({
        data: [
          gif(good, good),
          gif('https://evil.example/a.gif', good),
          gif(good, 'https://giphy.com.evil.example/a.gif'),
          gif('http://media1.giphy.com/a.gif', good),
          { id: 'without images' },
          7,
        ],
        pagination: { offset: 0, count: 6 },
      }),
    }
    expect((await carol.api.getGifs({})).gifs).toMatchObject([{ url: good, title: '', still_url: null }])
    for (const [query, answer] of Object.entries({
      refused: { status: 403, body: '{"message":"Forbidden"}' },
      moved: { status: 302, body: '' },
      html: { status: 200, body: '<html>' },
      other: { status: 200, body: '{"data":{}}' },
      long: { status: 200, body: `{"data":[],"x":"${'x'.repeat(2 * 1_048_576)}"}` },
    })) {
      service.answer = answer
      await failed(carol, query)
    }
    service.answer = undefined
    expect((await carol.api.getGifs({ query: 'refused' })).gifs).toHaveLength(24)
    app.slots.set(gifsSlot, new Gifs(app, { origin: 'http://127.0.0.1:1' }))
    await failed(carol, 'gone')
  })

  it('are not offered without a key', async () => {
    const { carol } = await createWorld()
    const state = await carol.api.register({})
    expect([state.server_gif_provider, Object.keys(state.giphy_rating_options ?? {})]).toEqual([
      null,
      ['disabled'],
    ])
    await expect(carol.api.getGifs({})).rejects.toMatchObject(withReason('gifs-not-configured'))
  })

  it('are shown in the message that links to them, as other clients of the protocol send them', async () => {
    const { carol, service } = await worldWith('giphy')
    const { rendered } = await carol.api.renderMessage({
      content: `[](${service.origin}/media/0/giphy.gif?cid=a&rid=giphy.gif)`,
    })
    expect(rendered).toContain('class="message_inline_image"')
  })
})
