import { ago } from '../../../lib/ago.ts'
import { useLocale } from '../../../texts/texts.tsx'

/** A past time as `3 hours ago`. */
export function Ago({ seconds }: { seconds: number }) {
  const locale = useLocale()
  return (
    <time dateTime={new Date(seconds * 1_000).toISOString()}>{ago(seconds, Date.now() / 1_000, locale)}</time>
  )
}
