import { setChannelProperty, subscribe } from '../channels/channel-actions.ts'
import { useChannel, useSubscription } from '../channels/channels.ts'
import { setTopicPolicy, toggleResolved } from '../channels/topic-actions.ts'
import { isResolved } from '../channels/topic-names.ts'
import { useTopicPolicy } from '../lib/derived.ts'
import { usePerson } from '../people/people.ts'
import { isAllowed } from '../permissions/is-allowed.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import type { Recipient } from './recipient.ts'
import type { Warning } from './warning.ts'

/** Warnings about the recipient: guests, resolved or muted topics, missing subscriptions. */
export function useRecipientWarnings(to: Recipient, text: string): Warning[] {
  const say = useText()
  const channelId = to.kind === 'topic' ? (to.channelId ?? 0) : 0
  const topic = to.kind === 'topic' ? to.topic : ''
  const channel = useChannel(channelId)
  const subscription = useSubscription(channelId)
  const policy = useTopicPolicy(channelId, topic)
  const only = to.kind === 'dm' && to.userIds.length === 1 ? (to.userIds[0] ?? 0) : 0
  const person = usePerson(only)
  const warnsOfGuests = useOrg((state) => state.realm_enable_guest_user_dm_warning !== false)
  const warnings: Warning[] = []
  const add = (key: string, name: string, actions: Warning['actions'], values = {}) =>
    warnings.push({ key, kind: 'info', text: say(name, values), actions })

  if (to.kind === 'dm') {
    if (person?.is_guest && warnsOfGuests) add('guest', 'compose.warn.guest', [], { name: person.full_name })
    return warnings
  }
  if (channel === undefined || text.trim() === '') return warnings
  if (isResolved(topic)) {
    const reopen = { label: say('compose.reopen'), run: () => void toggleResolved(channelId, topic) }
    add('resolved', 'compose.warn.resolved', [reopen])
  }
  if (subscription === undefined) {
    const join = { label: say('compose.subscribe'), run: () => void subscribe(channelId) }
    add(
      'unsubscribed',
      'compose.warn.unsubscribed',
      isAllowed({ kind: 'subscribe', channelId }) ? [join] : [],
      {
        channel: channel.name,
      },
    )
  } else if (policy === 1 && topic !== '') {
    add('muted', 'compose.warn.mutedTopic', [
      { label: say('compose.unmute'), run: () => void setTopicPolicy(channelId, topic, 2) },
    ])
  } else if (subscription.is_muted && policy < 2) {
    const unmute = {
      label: say('compose.unmute'),
      run: () => void setChannelProperty(channelId, 'is_muted', false),
    }
    add('muted', 'compose.warn.mutedChannel', [unmute], { channel: channel.name })
  }
  return warnings
}
