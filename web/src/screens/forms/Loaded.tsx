import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorCard } from '../../components/EmptyState.tsx'
import type { Resource } from '../../session/resource.ts'
import { useText } from '../../texts/texts.tsx'
import { SectionSkeleton } from './SectionSkeleton.tsx'
import { useProblemText } from './saving.ts'

interface Props<T> {
  resource: Resource<T>
  children: (value: T) => ReactNode
}

/** Renders a resource, its loading state or its error. A cached value stays while it is re-fetched. */
export function Loaded<T>({ resource: { value, problem, reload }, children }: Props<T>) {
  const text = useText()
  const say = useProblemText()
  if (value !== undefined) return children(value)
  if (problem === undefined) return <SectionSkeleton />
  return (
    <ErrorCard text={say(problem) ?? ''} code={problem.code}>
      <Button onClick={reload}>{text('common.retry')}</Button>
    </ErrorCard>
  )
}
