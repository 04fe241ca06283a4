import type { ColumnType } from 'kysely'

export interface LinkPreviewTables {
  link_preview: {
    url: string
    card: ColumnType<PreviewCard | null, string | null, string | null>
    fetched_at: Date
  }
}

/** Metadata of a page. Texts are plain; missing ones are empty. */
export interface PreviewCard {
  title: string
  description: string
  /** URL of a picture. */
  image: string
  /** Content that the site offers in place of a card: a picture, or HTML that plays a video. */
  embed?: { title: string; image: string; html?: string }
}
