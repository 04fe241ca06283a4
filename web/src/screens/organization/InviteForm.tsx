import { roles } from '@loquat/contract/light'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { SwitchField, TextField } from '../../components/Field.tsx'
import { endOfDay } from '../../people/guest-expiry.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { createInviteLink, type Invitation, inviteByEmail } from '../../settings/invitations.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import lists from '../forms/Lists.module.css'
import { idsOf, useChannelOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { ChannelSetButtons } from './ChannelSetButtons.tsx'
import { InviteEmailsField } from './InviteEmailsField.tsx'
import { InviteGroupsField } from './InviteGroupsField.tsx'
import { InviteResult } from './InviteResult.tsx'
import { type Expiry, expiries, InviteRoleAndExpiry } from './InviteRoleAndExpiry.tsx'

/** Invites people by email or link, with a role, channels, groups and an expiry. */
export function InviteForm() {
  const text = useText()
  const [addresses, setAddresses] = useState<string[]>([])
  const [role, setRole] = useState<number>(roles.member)
  const [channels, setChannels] = useState<string[]>([])
  const [groups, setGroups] = useState<string[]>([])
  const [expiry, setExpiry] = useState<Expiry>('tenDays')
  const [guestUntil, setGuestUntil] = useState('')
  const [withDefaults, setWithDefaults] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<ComponentProps<typeof InviteResult>>()
  const [link, setLink] = useState<string>()
  const canLink = useIsAllowed({ kind: 'create-invite-link' })
  const sendsEmail = useOrg((org) => org.server_sends_email !== false)
  const channelOptions = useChannelOptions()
  const invitation = (): Invitation => ({
    role,
    channelIds: idsOf(channels, 'channel'),
    groupIds: idsOf(groups, 'group'),
    expiresInMinutes: expiries[expiry],
    withDefaults,
    guestExpiresAt: role === roles.guest ? endOfDay(guestUntil) : null,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (addresses.length === 0) return
    setBusy(true)
    const { invited, failures, problem } = await inviteByEmail(addresses, invitation())
    setBusy(false)
    // Invited addresses leave the field; the others stay, to be corrected.
    setAddresses(addresses.filter((address) => !invited.includes(address)))
    setResult({ invited, failures, problem })
  }
  const copyLink = async () => {
    setBusy(true)
    const { reply, problem } = await createInviteLink(invitation())
    setBusy(false)
    if (reply === undefined) return setResult({ invited: [], failures: [], problem })
    setLink(reply.invite_link)
    await navigator.clipboard?.writeText(reply.invite_link).then(
      () => showToast('common.copied'),
      () => {},
    )
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      {result !== undefined && <InviteResult {...result} />}
      <InviteEmailsField addresses={addresses} onChange={setAddresses} />
      <InviteRoleAndExpiry role={role} onRole={setRole} expiry={expiry} onExpiry={setExpiry} />
      {role === roles.guest && (
        <TextField
          label={text('guest.lastDay')}
          type="date"
          value={guestUntil}
          hint={text('guest.lastDay.hint')}
          onChange={({ target }) => setGuestUntil(target.value)}
        />
      )}
      <SwitchField
        label={text('organization.invite.defaults')}
        hint={text('organization.invite.defaults.hint')}
        checked={withDefaults}
        onChange={setWithDefaults}
      />
      <FieldLabel label={text('organization.invite.channels')}>
        <PillPicker
          label={text('organization.invite.channels')}
          options={channelOptions}
          chosen={channels}
          placeholder={text('organization.invite.channels.hint')}
          onChange={setChannels}
        />
        <ChannelSetButtons chosen={channels} onChange={setChannels} />
      </FieldLabel>
      <InviteGroupsField groups={groups} onChange={setGroups} />
      {link !== undefined && (
        <CopyField
          label={text('organization.invite.link')}
          hint={sendsEmail ? undefined : text('organization.invite.linkNeedsEmail')}
          value={link}
        />
      )}
      <div className={lists.buttons}>
        <Button
          type="submit"
          kind="primary"
          busy={isBusy}
          denied={addresses.length === 0 ? text('organization.invite.needsAddress') : undefined}
        >
          {text('organization.invite.send', { count: addresses.length })}
        </Button>
        <Button
          busy={isBusy}
          denied={canLink ? undefined : text('organization.invite.linkDenied')}
          onClick={() => void copyLink()}
        >
          {text('organization.invite.makeLink')}
        </Button>
      </div>
    </form>
  )
}
