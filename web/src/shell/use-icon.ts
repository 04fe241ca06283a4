import { useEffect } from 'react'
import { useUnread } from '../lib/derived.ts'
import { useOrg } from '../session/session.ts'
import { badgeNumber } from '../unread/unread.ts'
import { useSettledValue } from './use-settled-value.ts'

const fruit =
  'M14.8 8.2c7.3 0 12.2 4.6 12.2 10.9S22.1 30 14.8 30c-1.900 0-3.600-.3-5.100-.9L4.300 30l1.600-4.500C4 23.800 3 21.600 3 19.100 3 12.800 7.500 8.200 14.800 8.200z'
const leaf = 'M17.5 8.600C18.400 4.700 21.700 2.300 26.400 2c.4 4.400-2 7.800-6.600 8.600z'

/** Puts a dot on the tab icon for unread messages, orange for direct messages and mentions. */
export function useIcon(): void {
  const policy = useOrg((org) => org.user_settings?.desktop_icon_count_display ?? 1) as 1 | 2 | 3 | 4
  const count = useSettledValue(useUnread((counts) => badgeNumber(counts, policy)))
  const isToYou = useUnread((counts) => counts.toYou > 0)
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (link !== null) link.href = count === 0 ? '/assets/mark.svg' : marked(isToYou)
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => {})
  }, [count, isToYou])
}

function marked(isToYou: boolean): string {
  const color = isToYou ? '#c2410c' : '#57534e'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${leaf}" fill="#2f6b57"/><path d="${fruit}" fill="#eea04a"/><circle cx="24" cy="8" r="7.500" fill="${color}" stroke="#fff" stroke-width="2"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
