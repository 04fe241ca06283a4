import type { RealmPictureName } from '../db/tables/pictures.ts'
import type { RealmInfo } from '../directory/directory.ts'
import { pictureKey } from '../platform/files/keys.ts'
import { type StockPicture, stockUrl } from '../platform/stock-pictures.ts'

const stock = { icon: 'organization', logo: 'logo', night_logo: 'logo-night' } as const satisfies Record<
  RealmPictureName,
  StockPicture
>

export const realmPictureKey = (realmId: number, file: string) => pictureKey(realmId, `realm/${file}.png`)

/** URL and source of an organization picture: uploaded, or the default. */
export function realmPicture(realm: RealmInfo, name: RealmPictureName): { url: string; source: string } {
  const { file, version } = realm.pictures[name] ?? { file: null, version: 1 }
  return file === null
    ? { url: `${stockUrl(stock[name])}?version=${version}`, source: name === 'icon' ? 'G' : 'D' }
    : { url: `/${realmPictureKey(realm.id, file)}?version=${version}`, source: 'U' }
}

/** In the format of events and, with the prefix `realm_`, of the register response. */
export function realmPictureFields<N extends RealmPictureName>(realm: RealmInfo, name: N) {
  const { url, source } = realmPicture(realm, name)
  return { [`${name}_url`]: url, [`${name}_source`]: source } as Record<`${N}_${'url' | 'source'}`, string>
}
