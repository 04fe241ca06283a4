/** The pictures of an organization. */
export type RealmPictureName = 'icon' | 'logo' | 'night_logo'

export interface RealmPicture {
  /** Null if the default picture is shown. */
  file: string | null
  version: number
}

export type RealmPictures = Partial<Record<RealmPictureName, RealmPicture>>
