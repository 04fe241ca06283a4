import { EmptyState } from '../components/EmptyState.tsx'
import { addressOf } from '../navigation/router.ts'
import { useLoginAddress } from '../session/member.ts'
import { useText } from '../texts/texts.tsx'

/** Shown to spectators for views that need a login. */
export function NeedsLogin() {
  const text = useText()
  const login = useLoginAddress()
  return (
    <EmptyState text={text('entering.needsLogin')}>
      <a href={login}>{text('session.logIn')}</a>
      <a href={addressOf({ kind: 'recent' })}>{text('entering.lookAround')}</a>
    </EmptyState>
  )
}
