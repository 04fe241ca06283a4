import type { ColumnType } from 'kysely'

export interface LinkPreviewTables {
  link_preview: {
    url: string
    card: ColumnType<FoundCard | null, string | null, string | null>
    fetched_at: Date
  }
}

/** What a page says of itself. Texts are plain; one that is not there is empty. */
export interface FoundCard {
  title: string
  description: string
  /** The address of a picture. */
  image: string
  /** What the site offers to be shown in place of a card: a picture, or a film that its HTML plays. */
  embed?: { title: string; image: string; html?: string }
}
