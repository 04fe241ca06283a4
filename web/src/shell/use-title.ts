import { useEffect } from 'react'
import { useUnread } from '../lib/derived.ts'
import type { View } from '../navigation/narrow.ts'
import { useOrg } from '../session/session.ts'
import { badgeNumber } from '../unread/unread.ts'
import { useSettledValue } from './use-settled-value.ts'
import { useViewTitle } from './view-title.ts'

/** Sets the page title: the view and the unread count. */
export function useTitle(view: View): void {
  const name = useOrg((org) => org.realm_name ?? 'Loquat')
  const policy = useOrg((org) => org.user_settings?.desktop_icon_count_display ?? 1) as 1 | 2 | 3 | 4
  const count = useSettledValue(useUnread((counts) => badgeNumber(counts, policy)))
  const { title, channel } = useViewTitle(view)
  useEffect(() => {
    const place = [title, ...(channel === undefined ? [] : [channel]), name].join(' · ')
    document.title = count === 0 ? place : `(${count > 999 ? '999+' : count}) ${place}`
  }, [title, channel, name, count])
}
