import { useCallback, useEffect, useState } from 'react'
import { openMessage } from '../navigation/permalink.ts'
import type { Problem } from '../session/attempt.ts'
import { useIsMember } from '../session/member.ts'
import { NeedsLogin } from './NeedsLogin.tsx'
import { NoAccess } from './NoAccess.tsx'
import { Unreachable } from './Unreachable.tsx'

/** The address of a message: redirects to its current conversation. */
export function Permalink({ id }: { id: number }) {
  const [problem, setProblem] = useState<Problem>()
  const open = useCallback(() => {
    setProblem(undefined)
    void openMessage(id).then(setProblem)
  }, [id])
  useEffect(open, [open])
  const isMember = useIsMember()
  if (problem === undefined) return null
  if (problem.code === 'NETWORK') return <Unreachable onRetry={open} />
  return isMember ? <NoAccess /> : <NeedsLogin />
}
