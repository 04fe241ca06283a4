import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { useOrg } from '../../session/session.ts'
import { regenerateOwnKey } from '../../settings/settings-actions.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { AskPassword, Secret } from './Secret.tsx'

/** The reader's API key. */
export function OwnKey() {
  const text = useText()
  const isEnabled = useOrg((org) => org.realm_api_keys_enabled !== false)
  const email = useOrg((org) => org.delivery_email ?? org.email ?? '')
  const [key, setKey] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const replace = async () => {
    const { reply, problem } = await regenerateOwnKey()
    if (showProblemToast(problem)) setKey(reply?.api_key)
  }
  if (!isEnabled) {
    return (
      <SettingGroup title={text('settings.key')} note={text('settings.key.off')}>
        {null}
      </SettingGroup>
    )
  }
  return (
    <SettingGroup title={text('settings.key')} note={text('settings.key.effect')}>
      {key !== undefined && <Secret email={email} apiKey={key} />}
      <div className={lists.buttons}>
        {key === undefined && <Button onClick={() => setAsking(true)}>{text('settings.showKey')}</Button>}
        <Button onClick={() => setReplacing(true)}>{text('settings.replaceKey')}</Button>
      </div>
      {isAsking && <AskPassword onKnown={setKey} onClose={() => setAsking(false)} />}
      {isReplacing && (
        <Confirm
          title={text('settings.replaceKey')}
          body={text('settings.replaceKey.body')}
          action={text('settings.replaceKey')}
          onConfirm={() => void replace()}
          onClose={() => setReplacing(false)}
        />
      )}
    </SettingGroup>
  )
}
