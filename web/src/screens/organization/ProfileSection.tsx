import { useOrg } from '../../session/session.ts'
import { changeRealm, removeIcon, removeLogo, setIcon, setLogo } from '../../settings/organization-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import { ImageField } from '../forms/ImageField.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import styles from './Organization.module.css'
import { OrgRows } from './OrgRows.tsx'
import { useOrgDenied } from './use-org-denied.ts'

const maxNameLength = 40

export function ProfileSection() {
  const text = useText()
  const denied = useOrgDenied(false)
  const name = useOrg((org) => org.realm_name ?? '')
  const icon = useOrg((org) => org.realm_icon_url ?? '')
  const hasIcon = useOrg((org) => org.realm_icon_source === 'U')
  const logo = useOrg((org) => org.realm_logo_url ?? '')
  const hasLogo = useOrg((org) => org.realm_logo_source === 'U')
  const night = useOrg((org) => org.realm_night_logo_url ?? '')
  const hasNight = useOrg((org) => org.realm_night_logo_source === 'U')
  return (
    <>
      <SettingGroup>
        <AutoText
          label={text('organization.name')}
          effect={text('organization.name.effect')}
          value={name}
          maxLength={maxNameLength}
          denied={denied}
          save={(next) => changeRealm('name', next)}
        />
        <ImageField
          label={text('organization.icon')}
          effect={text('organization.icon.effect')}
          preview={<img className={styles.icon} src={icon} alt="" />}
          denied={denied}
          upload={setIcon}
          remove={hasIcon ? removeIcon : undefined}
        />
        <ImageField
          label={text('organization.logo')}
          effect={text('organization.logo.effect')}
          preview={hasLogo && <img className={styles.day} src={logo} alt="" />}
          denied={denied}
          upload={setLogo(false)}
          remove={hasLogo ? removeLogo(false) : undefined}
        />
        <ImageField
          label={text('organization.nightLogo')}
          effect={text('organization.nightLogo.effect')}
          preview={hasNight && <img className={styles.night} src={night} alt="" />}
          denied={denied}
          upload={setLogo(true)}
          remove={hasNight ? removeLogo(true) : undefined}
        />
      </SettingGroup>
      <OrgRows section="profile" />
    </>
  )
}
