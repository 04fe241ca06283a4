import { z } from 'zod'
import { type GifPage, type GifProvider, type GifQuery, pageSize, shortTitle } from './provider.ts'

const media = z.object({
  url: z.string(),
  dims: z.tuple([z.int().positive(), z.int().positive()]),
})
const gif = z.object({
  id: z.string().max(200),
  content_description: z.string().optional(),
  media_formats: z.object({
    mediumgif: media.optional(),
    gif: media,
    tinygif: media,
    gifpreview: z.object({ url: z.string() }).optional(),
  }),
})
const response = z.object({ results: z.array(z.unknown()).max(2 * pageSize), next: z.string().optional() })

/** Content filters for the ratings Y, G, PG, PG-13 and R. Tenor has no rating below G. */
const filters = ['high', 'high', 'medium', 'low', 'off'] as const
const isPosition = (position: string) => /^[\w.~+/=-]{1,200}$/.test(position)

/** https://developers.google.com/tenor/guides/endpoints */
export const tenor: GifProvider = {
  name: 'tenor',
  origin: 'https://tenor.googleapis.com',
  mediaDomains: ['tenor.com'],
  isPosition,

  requestFor({ words, position, rating, language }: GifQuery, key) {
    const params = new URLSearchParams({
      client_key: 'loquat',
      limit: String(pageSize),
      contentfilter: filters[rating - 1] ?? 'high',
      media_filter: 'gif,mediumgif,tinygif,gifpreview',
      locale: language.slice(0, 2),
    })
    if (words !== '') params.set('q', words)
    if (position !== '') params.set('pos', position)
    const path = `/v2/${words === '' ? 'featured' : 'search'}?${params}`
    return { path, headers: { 'x-goog-api-key': key } }
  },

  parse(body): GifPage {
    const { results, next = '' } = response.parse(body)
    const gifs = results.flatMap((one) => {
      const parsed = gif.safeParse(one)
      if (!parsed.success) return []
      const { id, content_description: title, media_formats: formats } = parsed.data
      const full = formats.mediumgif ?? formats.gif
      const [width, height] = full.dims
      const [previewWidth, previewHeight] = formats.tinygif.dims
      return [
        {
          id,
          title: shortTitle(title),
          url: full.url,
          width,
          height,
          preview_url: formats.tinygif.url,
          preview_width: previewWidth,
          preview_height: previewHeight,
          still_url: formats.gifpreview?.url || null,
        },
      ]
    })
    return { gifs, next: isPosition(next) ? next : null }
  },
}
