import { roles } from '@loquat/contract/light'
import { SelectField } from '../../components/Field.tsx'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Organization.module.css'

/** In minutes. */
export const expiries = { day: 1_440, threeDays: 4_320, tenDays: 14_400, month: 43_200, never: null } as const
export type Expiry = keyof typeof expiries

interface Props {
  role: number
  onRole: (role: number) => void
  expiry: Expiry
  onExpiry: (expiry: Expiry) => void
}

export function InviteRoleAndExpiry({ role, onRole, expiry, onExpiry }: Props) {
  const text = useText()
  return (
    <div className={styles.pair}>
      <SelectField
        label={text('organization.invite.role')}
        value={String(role)}
        options={Object.values(roles)
          .filter((one) => isAllowed({ kind: 'invite-role', role: one }))
          .map((one) => ({ value: String(one), label: text(`profile.role.${one}`) }))}
        onChange={(value) => onRole(Number(value))}
      />
      <SelectField
        label={text('organization.invite.expiry')}
        value={expiry}
        options={(Object.keys(expiries) as Expiry[]).map((one) => ({
          value: one,
          label: text(`organization.invite.expiry.${one}`),
        }))}
        onChange={(value) => onExpiry(value as Expiry)}
      />
    </div>
  )
}
