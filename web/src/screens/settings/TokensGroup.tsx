import { KeySquare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { revokeToken, type TokenObject, useTokens } from '../../settings/tokens.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'

/** The reader's tokens. */
export function TokensGroup() {
  const text = useText()
  return (
    <SettingGroup title={text('settings.tokens')} note={text('settings.tokens.effect')}>
      <TokenList userId={undefined} />
    </SettingGroup>
  )
}

/** The tokens of the reader, or of a bot. A new one is shown once. */
export function TokenList({ userId, canAdd = true }: { userId: number | undefined; canAdd?: boolean }) {
  const text = useText()
  const tokens = useTokens(userId)
  const mayCreate = useIsAllowed({ kind: 'create-token' }) || userId !== undefined
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<TokenObject>()
  return (
    <Loaded resource={tokens}>
      {({ tokens: all }) => (
        <>
          {secret !== undefined && (
            <section className={lists.card} aria-label={text('settings.tokens.new')}>
              <CopyField
                label={text('settings.tokens.new')}
                hint={text('settings.tokens.once')}
                value={secret}
              />
              <Button onClick={() => setSecret(undefined)}>{text('common.done')}</Button>
            </section>
          )}
          <ul className={lists.list}>
            {all.map((token) => (
              <TokenRow key={token.token_id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
          {canAdd && (
            <div className={lists.buttons}>
              <Button
                denied={mayCreate ? undefined : text('denied.create-tokens-not-permitted')}
                onClick={() => setAdding(true)}
              >
                {text('settings.tokens.add')}
              </Button>
            </div>
          )}
          {isAdding && (
            <NewTokenDialog userId={userId} onCreated={setSecret} onClose={() => setAdding(false)} />
          )}
          {revoking !== undefined && (
            <Confirm
              title={text('settings.tokens.revoke')}
              body={text('settings.tokens.revoke.body', { name: revoking.name })}
              action={text('settings.tokens.revoke')}
              onConfirm={async () => showProblemToast(await revokeToken(userId, revoking.token_id))}
              onClose={() => setRevoking(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

interface TokenRowProps {
  token: TokenObject
  /** The name of its user, where the list has tokens of several. */
  owner?: string
  onRevoke: () => void
}

export function TokenRow({ token, owner, onRevoke }: TokenRowProps) {
  const text = useText()
  const locale = useLocale()
  const channels = useOrg((org) => org.streams)
  const day = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  const names = token.channel_ids?.map(
    (id) => channels?.find((channel) => channel.stream_id === id)?.name ?? String(id),
  )
  const scopes = token.scopes?.join(', ') ?? text('settings.tokens.everything')
  const details = [
    ...(owner === undefined ? [] : [owner]),
    token.kind === 'webhook' ? text('settings.tokens.webhook') : scopes,
    ...(token.read_only ? [text('settings.tokens.readOnly')] : []),
    ...(names === undefined ? [] : [names.map((name) => `#${name}`).join(', ')]),
    ...(token.addresses === null ? [] : [token.addresses.join(', ')]),
  ]
  const used =
    token.last_used_at === null
      ? text('settings.tokens.unused')
      : text('settings.tokens.used', { date: day(token.last_used_at) })
  const expires =
    token.expires_at === null
      ? text('settings.tokens.lasting')
      : text('settings.tokens.expires', { date: day(token.expires_at) })
  return (
    <li className={lists.row}>
      <KeySquare size={20} aria-hidden="true" />
      <span className={lists.main}>
        <span className={lists.name} dir="auto">
          {token.name}
        </span>{' '}
        <code translate="no">{token.start}…</code>
        <div className={lists.soft}>{details.join(' · ')}</div>
        <div className={lists.soft}>
          {used} · {expires}
        </div>
      </span>
      <Button size="small" onClick={onRevoke}>
        {text('settings.tokens.revoke')}
      </Button>
    </li>
  )
}
