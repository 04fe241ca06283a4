import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import type { Failure } from '../components/ErrorBoundary.tsx'
import { writeClipboard } from '../lib/clipboard.ts'
import { failureContext, failureDetails } from '../session/failure-details.ts'
import { useText } from '../texts/texts.tsx'

interface Props {
  failure: Failure
  part: string
  size?: 'small' | 'medium'
}

/** Copies details of a failure for developers. Confirms in place, because toasts may have failed too. */
export function CopyDetails({ failure, part, size = 'medium' }: Props) {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await writeClipboard(failureDetails(failure, failureContext(part)))
    setCopied(true)
  }
  return (
    <Button size={size} onClick={() => void copy().catch(() => {})}>
      <span aria-live="polite">{text(isCopied ? 'common.copied' : 'failure.copyDetails')}</span>
    </Button>
  )
}
