import type { App } from '../../../app.ts'
import type { RealmPictureName } from '../../../db/tables/pictures.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { assertRole } from '../../../http/request/gate.ts'
import { type Picture, pictureExtensions, withPicture } from '../../../platform/images.ts'
import { realmPictureFields, realmPictureKey } from '../../../realms/pictures.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  assertFits,
  deleteFilesLater,
  randomFileName,
  singleFile,
  withStoredPictures,
} from '../../identity/pictures/files.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { updatePictures } from './store.ts'

const iconSizePx = 100
const maxLogoWidthPx = 800
const maxLogoHeightPx = 100

const resize = (name: RealmPictureName, picture: Picture) =>
  name === 'icon' ? picture.square(iconSizePx) : picture.within(maxLogoWidthPx, maxLogoHeightPx)

export async function setPicture(
  app: App,
  realm: Realm,
  callerId: number,
  name: RealmPictureName,
  files: readonly SentFile[],
): Promise<void> {
  const sent = singleFile(files)
  assertFits(sent)
  const bytes = await withPicture(sent, pictureExtensions, (picture) => resize(name, picture))
  const file = randomFileName()
  await withStoredPictures(app, new Map([[realmPictureKey(realm.id, file), bytes]]), () =>
    change(realm, callerId, name, file),
  )
}

export const removePicture = (realm: Realm, callerId: number, name: RealmPictureName) =>
  change(realm, callerId, name, null)

async function change(
  realm: Realm,
  callerId: number,
  name: RealmPictureName,
  file: string | null,
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    // Check again: resizing takes a while.
    assertRole('admin', callerOf(directory, callerId))
    const before = directory.realm.pictures[name] ?? { file: null, version: 1 }
    const pictures = { [name]: { file, version: before.version + 1 } }
    await updatePictures(tx, pictures)
    const state = (one: string | null, version: number) => ({
      [name]: one === null ? 'default' : 'own',
      version,
    })
    tx.audit({
      kind: 'organization.picture_changed',
      before: state(before.file, before.version),
      after: state(file, before.version + 1),
    })
    if (before.file !== null) await deleteFilesLater(tx, [realmPictureKey(realm.id, before.file)])
    const data = realmPictureFields({ ...directory.realm, pictures }, name)
    tx.publish(
      { type: 'realm', op: 'update_dict', property: name, data },
      { everyone: true },
      { realm: true },
    )
  })
}
