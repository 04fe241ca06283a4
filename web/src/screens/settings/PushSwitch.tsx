import { changePush, usePush } from '../../notifications/push-actions.ts'
import type { Problem } from '../../session/attempt.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoSwitch } from '../forms/AutoField.tsx'
import { SettingGroup } from '../forms/Setting.tsx'

/** Turns push notifications of this browser on or off. */
export function PushSwitch() {
  const text = useText()
  const isOn = usePush((state) => state.isOn === true)
  const save = async (isWanted: boolean): Promise<Problem | undefined> => {
    const refusal = await changePush(isWanted)
    if (typeof refusal !== 'string') return refusal
    return { text: text(`settings.push.${refusal}`), code: 'PUSH', body: {} }
  }
  return (
    <SettingGroup title={text('settings.push')}>
      <AutoSwitch
        label={text('settings.push.here')}
        effect={text('settings.push.here.effect')}
        value={isOn}
        save={save}
      />
    </SettingGroup>
  )
}
