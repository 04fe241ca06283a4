import { areas } from '@loquat/contract'
import { type Call, implement } from '../../../http/implement.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { changeSettings, type OwnChanges } from './change-settings.ts'

type SettingsCall = Pick<
  Call<typeof areas.settings.updateSettings>,
  'app' | 'realm' | 'user' | 'sessionId' | 'address'
> & {
  params: OwnChanges
}

async function update(call: SettingsCall) {
  const { app, realm, user, params, sessionId } = call
  if (params.email !== undefined && params.email.trim() !== user.deliveryEmail) await assertSessionProof(call)
  await changeSettings(app, realm, user, params, sessionId)
  return {}
}

export const settingRoutes = implement(areas.settings, {
  updateSettings: update,
  updateDisplaySettings: update,
  updateNotificationSettings: update,
})
