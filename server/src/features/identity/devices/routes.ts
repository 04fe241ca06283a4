import { apiError, areas } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type DeviceKind, deleteDevice, insertDevice, tokensOf } from './store.ts'

async function remove(realm: Realm, user: User, kind: DeviceKind, token: string) {
  await realm.transact(async (tx) => {
    if (!(await deleteDevice(tx, user.id, kind, token))) {
      throw apiError('device-not-found')
    }
  })
  return {}
}

export const deviceRoutes = implement(areas.devices, {
  registerAppleDevice: async ({ app, realm, user, params }) => {
    const device = { kind: 'apple', token: params.token, appId: params.appid } as const
    await realm.transact((tx) => insertDevice(tx, user.id, device, new Date(app.clock.now())))
    return {}
  },

  registerAndroidDevice: async ({ app, realm, user, params }) => {
    const device = { kind: 'android', token: params.token, appId: null } as const
    await realm.transact((tx) => insertDevice(tx, user.id, device, new Date(app.clock.now())))
    return {}
  },

  removeAppleDevice: ({ realm, user, params }) => remove(realm, user, 'apple', params.token),

  removeAndroidDevice: ({ realm, user, params }) => remove(realm, user, 'android', params.token),

  /**
   * The server has no push service for devices; an error is better than a notification that never arrives.
   */
  sendTestNotification: async ({ app, user, params }) => {
    const tokens = await tokensOf(app.database.db, user.id)
    if (params.token !== undefined && !tokens.includes(params.token)) {
      throw apiError('device-unknown')
    }
    if (tokens.length > 0) {
      throw apiError('device-notifications-unsupported')
    }
    return {}
  },
})
