import { gifRatings } from '@loquat/contract'
import { z } from 'zod'
import { type GifPage, type GifProvider, type GifQuery, pageSize, shortTitle } from './provider.ts'

/** Giphy sends numbers as strings. */
const image = z.object({
  url: z.string(),
  width: z.coerce.number().int().positive(),
  height: z.coerce.number().int().positive(),
})
const gif = z.object({
  id: z.string().max(200),
  title: z.string().optional(),
  images: z.object({
    downsized_medium: image,
    fixed_width_downsampled: image,
    fixed_width_still: z.object({ url: z.string() }).optional(),
  }),
})
const response = z.object({
  data: z.array(z.unknown()).max(2 * pageSize),
  pagination: z.object({ offset: z.int(), count: z.int(), total_count: z.int().optional() }),
})

/** Giphy accepts no offsets beyond. */
const maxOffset = 4_999

/** https://developers.giphy.com/docs/api/endpoint */
export const giphy: GifProvider = {
  name: 'giphy',
  origin: 'https://api.giphy.com',
  mediaDomains: ['giphy.com'],
  isPosition: (position) => /^\d{1,4}$/.test(position) && Number(position) <= maxOffset,

  requestFor({ words, position, rating, language }: GifQuery, key) {
    const params = new URLSearchParams({
      api_key: key,
      limit: String(pageSize),
      offset: position === '' ? '0' : position,
      rating: gifRatings[rating] ?? 'g',
      bundle: 'messaging_non_clips',
    })
    if (words !== '') {
      params.set('q', words.slice(0, 50))
      params.set('lang', languageOf(language))
    }
    return { path: `/v1/gifs/${words === '' ? 'trending' : 'search'}?${params}`, headers: {} }
  },

  parse(body): GifPage {
    const { data, pagination } = response.parse(body)
    const gifs = data.flatMap((one) => {
      const parsed = gif.safeParse(one)
      if (!parsed.success) return []
      const { id, title, images } = parsed.data
      const { downsized_medium: full, fixed_width_downsampled: preview, fixed_width_still: still } = images
      return [
        {
          id,
          title: shortTitle(title),
          url: full.url,
          width: full.width,
          height: full.height,
          preview_url: preview.url,
          preview_width: preview.width,
          preview_height: preview.height,
          still_url: still?.url || null,
        },
      ]
    })
    const end = pagination.offset + pagination.count
    const isLast = pagination.count === 0 || end >= Math.min(pagination.total_count ?? end + 1, maxOffset)
    return { gifs, next: isLast ? null : String(end) }
  },
}

/** Giphy knows two-letter codes, and both kinds of Chinese. */
function languageOf(language: string): string {
  if (/^zh-(hant|tw|hk)/.test(language)) return 'zh-TW'
  return language.startsWith('zh') ? 'zh-CN' : language.slice(0, 2)
}
