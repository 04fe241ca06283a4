import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import {
  createProvisioningToken,
  type ProvisioningState,
  revokeProvisioningToken,
  useProvisioning,
} from '../../../settings/provisioning.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import { CopyField } from '../../forms/CopyField.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote, SettingGroup } from '../../forms/Setting.tsx'

/** Provisioning by SCIM, for owners. */
export function ProvisioningSection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  return isOwner ? <Provisioning /> : <ReadOnlyNote>{text('provisioning.denied')}</ReadOnlyNote>
}

function Provisioning() {
  const text = useText()
  const state = useProvisioning()
  return (
    <Loaded resource={state}>
      {({ url, token }) => (
        <>
          <SettingGroup note={text('provisioning.about')}>
            <CopyField label={text('provisioning.url')} hint={text('provisioning.url.effect')} value={url} />
          </SettingGroup>
          <Token token={token} />
        </>
      )}
    </Loaded>
  )
}

function Token({ token }: Pick<ProvisioningState, 'token'>) {
  const text = useText()
  const [shown, setShown] = useState<string>()
  const [question, setQuestion] = useState<'replace' | 'revoke'>()
  const create = async () => {
    const { reply, problem } = await createProvisioningToken()
    if (showProblemToast(problem)) setShown(reply?.scim_token)
  }
  const revoke = async () => {
    if (showProblemToast(await revokeProvisioningToken())) setShown(undefined)
  }
  return (
    <SettingGroup title={text('provisioning.token')} note={text('provisioning.token.effect')}>
      {shown !== undefined && (
        <div role="status">
          <CopyField label={text('provisioning.token.save')} value={shown} />
        </div>
      )}
      {token === null ? <p>{text('provisioning.token.none')}</p> : <TokenUse token={token} />}
      <div className={lists.buttons}>
        {token === null ? (
          <Button kind="primary" onClick={() => void create()}>
            {text('provisioning.token.create')}
          </Button>
        ) : (
          <>
            <Button onClick={() => setQuestion('replace')}>{text('provisioning.token.replace')}</Button>
            <Button kind="danger" onClick={() => setQuestion('revoke')}>
              {text('provisioning.token.revoke')}
            </Button>
          </>
        )}
      </div>
      {question !== undefined && (
        <Confirm
          title={text(`provisioning.token.${question}.title`)}
          body={text(`provisioning.token.${question}.body`)}
          action={text(`provisioning.token.${question}`)}
          onConfirm={() => void (question === 'replace' ? create() : revoke())}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </SettingGroup>
  )
}

function TokenUse({ token }: { token: NonNullable<ProvisioningState['token']> }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const time = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const name = token.creator_id === null ? undefined : people.get(token.creator_id)?.full_name
  return (
    <>
      <p>
        {text('provisioning.token.created', {
          time: time(token.created_at),
          name: name ?? text('provisioning.commandLine'),
        })}
      </p>
      <p className={lists.soft}>
        {token.last_used_at === null
          ? text('provisioning.token.unused')
          : text('provisioning.token.used', { time: time(token.last_used_at) })}
      </p>
    </>
  )
}
