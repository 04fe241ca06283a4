import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Menu } from '../components/Menu.tsx'
import { NewsDot } from '../help/NewsDot.tsx'
import { useIsMember } from '../session/member.ts'
import { useOrg, useSession } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './OrganizationMenu.module.css'
import { OrganizationMenuItems } from './OrganizationMenuItems.tsx'

const AddOrganization = lazy(() =>
  import('./AddOrganization.tsx').then((one) => ({ default: one.AddOrganization })),
)

export function OrganizationMenu() {
  const text = useText()
  const name = useOrg((org) => org.realm_name ?? 'Loquat')
  const icon = useOrg((org) => (org.realm_icon_source === 'U' ? org.realm_icon_url : undefined))
  const isLive = useSession(({ connection }) => connection === 'live')
  const isMember = useIsMember()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Menu
        align="start"
        label={name}
        trigger={
          <button type="button" className={styles.button}>
            <img src={icon ?? '/assets/mark.svg'} alt="" width={24} height={24} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {!isLive && <span className={styles.away} title={text('shell.offlineShort')} />}
            {isMember && <NewsDot />}
            <ChevronDown size={15} aria-hidden="true" />
          </button>
        }
      >
        <OrganizationMenuItems onAdd={() => setAdding(true)} />
      </Menu>
      <Suspense fallback={null}>{isAdding && <AddOrganization onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}
