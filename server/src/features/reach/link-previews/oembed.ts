import { z } from 'zod'
import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { absoluteUrl, plainTitle } from './page.ts'

const maxHtmlLength = 10_000

const OEmbed = z.object({
  type: z.string(),
  title: z.string().catch(''),
  url: z.string().catch(''),
  html: z.string().catch(''),
  thumbnail_url: z.string().catch(''),
})

/** Parses oEmbed data: an image, or a video with the site's own player. */
export function parseOEmbed(text: string, from: URL): Pick<PreviewCard, 'embed'> | undefined {
  const { data } = OEmbed.safeParse(parseJson(text))
  if (data === undefined) return undefined
  const title = plainTitle(data.title)
  const image = absoluteUrl(data.type === 'photo' ? data.url : data.thumbnail_url, from)
  if (image === '') return undefined
  if (data.type === 'photo') return { embed: { title, image } }
  const html = data.html.replaceAll('\0', '').toWellFormed().trim()
  if (data.type !== 'video' || html === '' || html.length > maxHtmlLength) return undefined
  return { embed: { title, image, html } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
