import { useState } from 'react'
import { forgetBrowser, useFactors } from '../../settings/factors.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { PasskeysGroup } from './PasskeysGroup.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RememberedBrowsers } from './RememberedBrowsers.tsx'
import { TotpGroup } from './TotpGroup.tsx'

/** Second factors of the reader's account. */
export function SecuritySection() {
  const text = useText()
  const factors = useFactors()
  /** New recovery codes, which are shown once. */
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <Loaded resource={factors}>
      {({ totp, passkeys, recovery_codes_left: left, remembered_browsers: browsers }) => (
        <>
          <SettingGroup note={text('settings.security.effect')}>{null}</SettingGroup>
          <TotpGroup totp={totp} onCodes={setCodes} />
          <PasskeysGroup passkeys={passkeys} onCodes={setCodes} />
          <RecoveryCodes
            left={left}
            isOffered={totp !== null || passkeys.length > 0}
            codes={codes}
            onCodes={setCodes}
          />
          <RememberedBrowsers
            browsers={browsers}
            onForget={async (id) => showProblemToast(await forgetBrowser(id))}
          />
        </>
      )}
    </Loaded>
  )
}
