import { Sparkles } from 'lucide-react'
import { MenuItem } from '../components/Menu.tsx'
import { type SummaryTarget, useCanSummarize } from '../summaries/summaries.ts'
import { useText } from '../texts/texts.tsx'
import { openSummary } from './dialogs.ts'

/** Summarizes a topic or unread messages. Absent where the organization has no summaries. */
export function SummaryItem({ target }: { target: SummaryTarget }) {
  const text = useText()
  if (!useCanSummarize()) return null
  return (
    <MenuItem icon={<Sparkles size={16} />} onSelect={() => openSummary(target)}>
      {text(target.isUnread ? 'summary.unread' : 'summary.topic')}
    </MenuItem>
  )
}
