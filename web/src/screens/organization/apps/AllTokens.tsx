import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import { revokeAnyToken, useAllTokens } from '../../../settings/apps.ts'
import type { TokenObject } from '../../../settings/tokens.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { TokenRow } from '../../settings/TokensGroup.tsx'

/** The tokens of all people and bots, which administrators can revoke. */
export function AllTokens() {
  const text = useText()
  const people = useOrg(peopleById)
  const [isOpen, setOpen] = useState(false)
  const [revoking, setRevoking] = useState<TokenObject>()
  const nameOf = (token: TokenObject) => people.get(token.user_id)?.full_name ?? String(token.user_id)
  return (
    <>
      {isOpen && <TokensOfEveryone nameOf={nameOf} onRevoke={setRevoking} />}
      <div className={lists.buttons}>
        <Button onClick={() => setOpen(!isOpen)}>
          {text(isOpen ? 'settings.tokens.hide' : 'settings.tokens.show')}
        </Button>
      </div>
      {revoking !== undefined && (
        <Confirm
          title={text('settings.tokens.revoke')}
          body={text('settings.tokens.revoke.body', { name: revoking.name })}
          action={text('settings.tokens.revoke')}
          onConfirm={async () => showProblemToast(await revokeAnyToken(revoking.token_id))}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  )
}

interface ListProps {
  nameOf: (token: TokenObject) => string
  onRevoke: (token: TokenObject) => void
}

function TokensOfEveryone({ nameOf, onRevoke }: ListProps) {
  const text = useText()
  const all = useAllTokens()
  return (
    <Loaded resource={all}>
      {({ tokens, found_oldest }) => (
        <>
          {tokens.length === 0 && <p>{text('apps.tokens.none')}</p>}
          <ul className={lists.list}>
            {tokens.map((token) => (
              <TokenRow
                key={token.token_id}
                token={token}
                owner={nameOf(token)}
                onRevoke={() => onRevoke(token)}
              />
            ))}
          </ul>
          {!found_oldest && (
            <p className={lists.soft}>{text('apps.tokens.newest', { count: tokens.length })}</p>
          )}
        </>
      )}
    </Loaded>
  )
}
