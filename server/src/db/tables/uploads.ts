import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Properties of an uploaded image. */
export interface ImageProperties {
  /** Displayed size, after rotation. */
  width: number
  height: number
  animated: boolean
  /** Names of the generated thumbnails; empty at first. */
  thumbnails: string[]
}

export interface UploadTables {
  attachment: {
    id: GeneratedAlways<number>
    realm_id: number
    owner_id: number
    path_id: string
    name: string
    content_type: string
    size: number
    image: ColumnType<ImageProperties | null, string | null, string | null>
    created_at: Date
  }
  attachment_message: { attachment_id: number; message_id: number }
  attachment_scheduled: { attachment_id: number; scheduled_message_id: number }
  upload_space: { realm_id: number; bytes: number }
  upload_reservation: { id: string; realm_id: number; bytes: number; expires_at: Date }
  resumable_upload: {
    id: string
    realm_id: number
    owner_id: number
    size: number
    received: Generated<number>
    pieces: Generated<string[]>
    metadata: JSONColumnType<Record<string, string | null>>
    created_at: Date
  }
}
