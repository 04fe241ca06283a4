import { type DefaultableSetting, defaultableSettings, initialUserSettings } from '@loquat/contract'
import type { Realm } from '../../../realms/realm.ts'
import { storeUserDefaults } from './store.ts'

export type DefaultsRequest = { [K in DefaultableSetting]?: boolean | number | string | undefined }

/** Changes default settings for new users. Existing users keep theirs. */
export async function changeUserDefaults(realm: Realm, request: DefaultsRequest): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const { userDefaults } = realm.directory.realm
    const changes = defaultableSettings.flatMap((property) => {
      const value = request[property]
      const current = userDefaults[property] ?? initialUserSettings[property]
      return value === undefined || value === current ? [] : [{ property, value }]
    })
    if (changes.length === 0) return
    const after = Object.fromEntries(changes.map(({ property, value }) => [property, value]))
    const before = Object.fromEntries(
      changes.map(({ property }) => [property, userDefaults[property] ?? initialUserSettings[property]]),
    )
    await storeUserDefaults(tx, after)
    tx.audit({ kind: 'organization.defaults_changed', before, after })
    for (const change of changes) {
      tx.publish(
        { type: 'realm_user_settings_defaults', op: 'update', ...change },
        { everyone: true },
        { realm: true },
      )
    }
  })
}
