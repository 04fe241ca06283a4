import type { PolicyRole, SignInPolicy } from '@loquat/contract'
import { policyRoles, singleSignOnModes } from '@loquat/contract/light'
import { useOrg } from '../../../session/session.ts'
import { changePolicy, useSignInPolicy } from '../../../settings/sign-in-policy.ts'
import { type Text, useText } from '../../../texts/texts.tsx'
import { AutoChoice } from '../../forms/AutoField.tsx'
import { AutoText } from '../../forms/AutoText.tsx'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote, SettingGroup } from '../../forms/Setting.tsx'
import { spanText } from '../../forms/span-text.ts'

const sessionChoices = [60, 480, 720, 1_440, 10_080, 43_200, 129_600]
const idleChoices = [5, 15, 30, 60, 240, 1_440, 10_080]
/** A choice field cannot hold null. */
const noLimit = 0

/** How people log in and for how long, for owners. */
export function SignInPolicySection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  return isOwner ? <Policy /> : <ReadOnlyNote>{text('policy.denied')}</ReadOnlyNote>
}

function Policy() {
  const text = useText()
  const loaded = useSignInPolicy()
  return (
    <Loaded resource={loaded}>
      {({ sign_in_policy: policy, address }) => (
        <>
          <SessionLimits policy={policy} />
          <SettingGroup title={text('policy.login')}>
            <AutoChoice
              label={text('policy.sso')}
              effect={text('policy.sso.effect')}
              value={policy.single_sign_on_only}
              options={singleSignOnModes.map((mode) => ({ value: mode, label: text(`policy.sso.${mode}`) }))}
              save={(mode) => changePolicy({ single_sign_on_only: mode })}
            />
            <AutoText
              label={text('policy.networks')}
              effect={text('policy.networks.effect', { address })}
              isLong
              placeholder="192.0.2.0/24"
              value={policy.allowed_networks.join('\n')}
              save={(typed) => changePolicy({ allowed_networks: linesIn(typed) })}
            />
          </SettingGroup>
          <PasswordRules policy={policy} />
        </>
      )}
    </Loaded>
  )
}

/** Networks, separated by white space or commas. */
const linesIn = (typed: string) => typed.split(/[\s,]+/).filter((line) => line !== '')

function optionsOf(choices: readonly number[], current: number | null, none: string, text: Text) {
  const all = current === null || choices.includes(current) ? choices : [...choices, current]
  return [
    { value: noLimit, label: none },
    ...all
      .toSorted((a, b) => a - b)
      .map((minutes) => ({ value: minutes, label: spanText(minutes * 60, text) })),
  ]
}

function SessionLimits({ policy }: { policy: SignInPolicy }) {
  const text = useText()
  const change = (field: 'session_minutes' | 'idle_minutes', role: PolicyRole, minutes: number) =>
    changePolicy({ [field]: { [role]: minutes === noLimit ? null : minutes } })
  return (
    <>
      <SettingGroup title={text('policy.sessions')} note={text('policy.sessions.effect')}>
        {policyRoles.map((role) => (
          <AutoChoice
            key={role}
            label={text(`policy.role.${role}`)}
            value={policy.session_minutes[role] ?? noLimit}
            options={optionsOf(
              sessionChoices,
              policy.session_minutes[role],
              text('policy.sessions.default'),
              text,
            )}
            save={(minutes) => change('session_minutes', role, minutes)}
          />
        ))}
      </SettingGroup>
      <SettingGroup title={text('policy.idle')} note={text('policy.idle.effect')}>
        {policyRoles.map((role) => (
          <AutoChoice
            key={role}
            label={text(`policy.role.${role}`)}
            value={policy.idle_minutes[role] ?? noLimit}
            options={optionsOf(idleChoices, policy.idle_minutes[role], text('policy.idle.default'), text)}
            save={(minutes) => change('idle_minutes', role, minutes)}
          />
        ))}
      </SettingGroup>
    </>
  )
}

function PasswordRules({ policy }: { policy: SignInPolicy }) {
  const text = useText()
  return (
    <SettingGroup title={text('policy.passwords')} note={text('policy.passwords.effect')}>
      <AutoText
        label={text('policy.passwords.length')}
        type="number"
        isNarrow
        least={6}
        most={64}
        value={String(policy.password_min_length)}
        save={(typed) => changePolicy({ password_min_length: Math.round(Number(typed)) })}
      />
      <AutoChoice
        label={text('policy.passwords.level')}
        value={policy.password_min_level}
        options={[1, 2, 3, 4].map((level) => ({
          value: level,
          label: text(`policy.passwords.level.${level}`),
        }))}
        save={(level) => changePolicy({ password_min_level: level })}
      />
    </SettingGroup>
  )
}
