import { lazy, Suspense, useState } from 'react'
import { forgetBrowser, useFactors } from '../../settings/factors.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { SectionNote, SettingGroup } from '../forms/Setting.tsx'
import { EmailField, PasswordFields } from './Credentials.tsx'
import { DeactivateAccount } from './DeactivateAccount.tsx'
import { PasskeysGroup } from './PasskeysGroup.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RememberedBrowsers } from './RememberedBrowsers.tsx'
import { TotpGroup } from './TotpGroup.tsx'

const DataCopyGroup = lazy(() =>
  import('./DataCopyGroup.tsx').then((one) => ({ default: one.DataCopyGroup })),
)

/** How the reader logs in, and the end of the account. */
export function SecuritySection() {
  const text = useText()
  return (
    <>
      <SettingGroup title={text('settings.group.login')}>
        <EmailField />
        <PasswordFields />
      </SettingGroup>
      <SecondFactors />
      <Suspense>
        <DataCopyGroup />
      </Suspense>
      <DeactivateAccount />
    </>
  )
}

function SecondFactors() {
  const text = useText()
  const factors = useFactors()
  /** New recovery codes, which are shown once. */
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <Loaded resource={factors}>
      {({ totp, passkeys, recovery_codes_left: left, remembered_browsers: browsers }) => (
        <>
          <SectionNote>{text('settings.security.effect')}</SectionNote>
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
