import { EmptyState } from '../components/EmptyState.tsx'
import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'

/** The same for what is private and what does not exist: not even that is told. `isLost`: it could be read until now. */
export function NoAccess({ isLost = false }: { isLost?: boolean }) {
  const text = useText()
  return (
    <EmptyState text={text(isLost ? 'feed.accessLost' : 'screen.noAccess')}>
      <a href={addressOf({ kind: 'home' })}>{text('screen.home')}</a>
    </EmptyState>
  )
}
