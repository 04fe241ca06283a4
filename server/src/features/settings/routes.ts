import { areas } from '@loquat/contract'
import { type Call, implement } from '../../http/implement.ts'
import { changeSettings, type SettingsRequest } from './actions.ts'

type SettingsCall = Pick<
  Call<typeof areas.settings.updateSettings>,
  'app' | 'realm' | 'user' | 'sessionId'
> & {
  params: SettingsRequest
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
