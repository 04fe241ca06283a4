import { useChannels } from '../../../channels/all-channels.ts'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import type { ScopeChoice } from '../../../settings/legal-holds.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'

/** The scope of a hold or export in one line. */
export function useScopeText(): (scope: ScopeChoice) => string {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const channels = useChannels()
  const day = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  return ({ user_ids, channel_ids, sent_from, sent_until }) => {
    const names = [
      ...user_ids.map((id) => people.get(id)?.full_name ?? String(id)),
      ...channel_ids.map((id) => `#${channels.find((one) => one.stream_id === id)?.name ?? id}`),
    ]
    const who = names.length === 0 ? text('hold.all') : names.join(', ')
    const from = sent_from === null ? '' : text('hold.since', { day: day(sent_from) })
    const until = sent_until === null ? '' : text('hold.to', { day: day(sent_until - 1) })
    return [who, from, until].filter((part) => part !== '').join(' · ')
  }
}
