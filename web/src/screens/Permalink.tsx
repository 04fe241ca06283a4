import { useEffect, useState } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { openMessage } from '../state/actions/permalink.ts'
import { useIsMember } from '../state/member.ts'
import { addressOf } from '../state/router.ts'
import { useText } from '../texts/texts.tsx'
import { NeedsLogin } from './NeedsLogin.tsx'

/** The address of a message: leads to its conversation, wherever that is by now. */
export function Permalink({ id }: { id: number }) {
  const text = useText()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    setMissing(false)
    void openMessage(id).then((isFound) => setMissing(!isFound))
  }, [id])
  const isMember = useIsMember()
  if (!isMissing) return null
  if (!isMember) return <NeedsLogin />
  return (
    <EmptyState text={text('screen.noAccess')}>
      <a href={addressOf({ kind: 'home' })}>{text('screen.home')}</a>
    </EmptyState>
  )
}
