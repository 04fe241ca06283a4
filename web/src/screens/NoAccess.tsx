import { EmptyState } from '../components/EmptyState.tsx'
import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'

/** Shown for private and nonexistent channels alike, to not reveal which. `isLost`: the reader has just lost access. */
export function NoAccess({ isLost = false }: { isLost?: boolean }) {
  const text = useText()
  return (
    <EmptyState text={text(isLost ? 'feed.accessLost' : 'screen.noAccess')}>
      <a href={addressOf({ kind: 'home' })}>{text('screen.home')}</a>
    </EmptyState>
  )
}
