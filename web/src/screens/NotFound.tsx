import { EmptyState } from '../components/EmptyState.tsx'
import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'

export function NotFound() {
  const text = useText()
  return (
    <EmptyState text={text('screen.notFound')}>
      <a href={addressOf({ kind: 'home' })}>{text('screen.home')}</a>
      <a href={addressOf({ kind: 'search', q: '' })}>{text('common.search')}</a>
    </EmptyState>
  )
}
