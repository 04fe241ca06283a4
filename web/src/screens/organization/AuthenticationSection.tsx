import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Switch } from '../../components/Switch.tsx'
import { useOrg } from '../../session/session.ts'
import {
  addDomain,
  changeAuthentication,
  changeDomain,
  removeDomain,
} from '../../settings/organization-actions.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoSwitch } from '../forms/AutoField.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { OrgRows } from './OrgRows.tsx'
import { useOrgDenied } from './use-org-denied.ts'

/** Login methods and allowed email domains. */
export function AuthenticationSection() {
  return (
    <>
      <AuthenticationMethods />
      <OrgRows section="authentication" />
      <EmailDomains />
    </>
  )
}

function AuthenticationMethods() {
  const text = useText()
  const denied = useOrgDenied(true)
  const methods = useOrg((org) => org.realm_authentication_methods)
  const enabled = Object.fromEntries(
    Object.entries(methods ?? {}).map(([name, { enabled }]) => [name, enabled]),
  )
  return (
    <SettingGroup title={text('organization.methods')} note={text('organization.methods.effect')}>
      {Object.entries(methods ?? {}).map(([name, method]) => (
        <AutoSwitch
          key={name}
          label={name === 'Email' ? text('organization.methods.password') : name}
          effect={method.available ? undefined : text('organization.methods.unavailable')}
          value={method.enabled}
          denied={denied}
          save={(isOn) => changeAuthentication({ ...enabled, [name]: isOn })}
        />
      ))}
    </SettingGroup>
  )
}

function EmailDomains() {
  const text = useText()
  const denied = useOrgDenied(true)
  const domains = useOrg((org) => org.realm_domains)
  const [typed, setTyped] = useState('')
  const { phase, problem, run } = useSaving(addDomain)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(typed.trim())) setTyped('')
  }
  return (
    <SettingGroup title={text('organization.domains')} note={text('organization.domains.effect')}>
      <ul className={lists.list}>
        {(domains ?? []).map(({ domain, allow_subdomains: subdomains }) => (
          <li key={domain} className={lists.row}>
            <span className={lists.main} dir="auto">
              {domain}
            </span>
            <span className={lists.actions}>
              <span className={lists.soft} aria-hidden="true">
                {text('organization.domains.subdomains')}
              </span>
              <Switch
                label={text('organization.domains.subdomainsOf', { domain })}
                checked={subdomains}
                denied={denied}
                onChange={async (isOn) => void showProblemToast(await changeDomain(domain, isOn))}
              />
              <IconButton
                label={text('organization.removeOne', { name: domain })}
                icon={<Trash2 size={17} />}
                denied={denied}
                onClick={async () => void showProblemToast(await removeDomain(domain))}
              />
            </span>
          </li>
        ))}
      </ul>
      {domains?.length === 0 && <p className={lists.nothing}>{text('organization.domains.none')}</p>}
      {denied === undefined && (
        <form className={lists.inline} onSubmit={submit}>
          <TextField
            label={text('organization.domains.add')}
            value={typed}
            placeholder="example.com"
            problem={problem}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" busy={phase === 'saving'}>
            {text('common.add')}
          </Button>
        </form>
      )}
    </SettingGroup>
  )
}
