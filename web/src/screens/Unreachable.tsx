import { Button } from '../components/Button.tsx'
import { ErrorCard } from '../components/EmptyState.tsx'
import { useText } from '../texts/texts.tsx'

/** Shown when the server cannot be reached. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  return (
    <ErrorCard text={text('common.unreachable')} code="NETWORK">
      <Button onClick={onRetry}>{text('common.retry')}</Button>
    </ErrorCard>
  )
}
