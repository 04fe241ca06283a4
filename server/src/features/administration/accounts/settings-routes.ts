import { areas } from '@loquat/contract'
import { type Call, implement } from '../../../http/implement.ts'
import { changeSettings, type OwnChanges } from './change-settings.ts'

type SettingsCall = Pick<
  Call<typeof areas.settings.updateSettings>,
  'app' | 'realm' | 'user' | 'sessionId'
> & {
  params: OwnChanges
}

async function update({ app, realm, user, params, sessionId }: SettingsCall) {
  await changeSettings(app, realm, user, params, sessionId)
  return {}
}

export const settingRoutes = implement(areas.settings, {
  updateSettings: update,
  updateDisplaySettings: update,
  updateNotificationSettings: update,
})
