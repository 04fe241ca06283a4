/** Which pictures an organization has of itself. */
export type RealmPictureName = 'icon' | 'logo' | 'night_logo'

export interface RealmPicture {
  /** Null: ours is shown. */
  file: string | null
  version: number
}

export type RealmPictures = Partial<Record<RealmPictureName, RealmPicture>>
