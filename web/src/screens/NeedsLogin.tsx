import { EmptyState } from '../components/EmptyState.tsx'
import { addressOf } from '../navigation/router.ts'
import { useLoginAddress } from '../session/member.ts'
import { useText } from '../texts/texts.tsx'

/** What somebody without an account sees where there may be something for those who have one. */
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
