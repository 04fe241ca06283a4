import { areas } from '@loquat/contract'
import { type Call, implement } from '../../../http/implement.ts'
import { assertNotToken, assertSessionProof } from '../second-factors/proof.ts'
import { changeSettings, type OwnChanges } from './change-settings.ts'

type SettingsCall = Pick<
  Call<typeof areas.settings.updateSettings>,
  'app' | 'realm' | 'user' | 'sessionId' | 'address' | 'token'
> & {
  params: OwnChanges
}

async function update(call: SettingsCall) {
  const { app, realm, user, params, sessionId } = call
  if (params.email !== undefined && params.email.trim() !== user.deliveryEmail) await assertSessionProof(call)
  if (params.new_password !== undefined) assertNotToken(call)
  await changeSettings(app, realm, user, params, sessionId)
  return {}
}

export const settingRoutes = implement(areas.settings, {
  updateSettings: update,
  updateDisplaySettings: update,
  updateNotificationSettings: update,
})
