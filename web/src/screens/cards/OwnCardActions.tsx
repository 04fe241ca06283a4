import { Eye, EyeOff, Settings, SmilePlus } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { navigate } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { changeSetting } from '../../settings/settings-actions.ts'
import { openStatus } from '../../shell/dialogs.ts'
import { useText } from '../../texts/texts.tsx'

/** Actions on the reader's own card: status and presence. */
export function OwnCardActions({ go }: { go: (act: () => void) => () => void }) {
  const text = useText()
  const isShown = useOrg((org) => org.user_settings?.presence_enabled !== false)
  return (
    <>
      <Button size="small" onClick={go(openStatus)}>
        <SmilePlus size={15} aria-hidden="true" />
        {text('status.set')}
      </Button>
      <Button size="small" onClick={go(() => void changeSetting('presence_enabled', !isShown))}>
        {isShown ? <EyeOff size={15} aria-hidden="true" /> : <Eye size={15} aria-hidden="true" />}
        {text(isShown ? 'status.hide' : 'status.show')}
      </Button>
      <Button size="small" onClick={go(() => navigate({ kind: 'settings', section: 'preferences' }))}>
        <Settings size={15} aria-hidden="true" />
        {text('menu.settings')}
      </Button>
    </>
  )
}
