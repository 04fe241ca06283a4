import { z } from 'zod'
import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { absolute, plainTitle } from './page.ts'

const longestHtml = 10_000

const OEmbed = z.object({
  type: z.string(),
  title: z.string().catch(''),
  url: z.string().catch(''),
  html: z.string().catch(''),
  thumbnail_url: z.string().catch(''),
})

/** What a site offers to be shown in place of a card: a picture, or a film that its own HTML plays. */
export function readOEmbed(text: string, from: URL): Pick<PreviewCard, 'embed'> | undefined {
  const { data } = OEmbed.safeParse(parsed(text))
  if (data === undefined) return undefined
  const title = plainTitle(data.title)
  const image = absolute(data.type === 'photo' ? data.url : data.thumbnail_url, from)
  if (image === '') return undefined
  if (data.type === 'photo') return { embed: { title, image } }
  const html = data.html.replaceAll('\0', '').toWellFormed().trim()
  if (data.type !== 'video' || html === '' || html.length > longestHtml) return undefined
  return { embed: { title, image, html } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
