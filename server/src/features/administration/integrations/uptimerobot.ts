import { byEvent, type Handler, pick } from './handlers.ts'
import type { Integration } from './integration.ts'
import { link, plain, quote } from './markup.ts'
import { textAt } from './read.ts'

const events: Readonly<Record<string, string>> = { '1': 'down', '2': 'up', '3': 'ssl_expiry' }

const monitor =
  (state: string, detailsOf: (payload: unknown) => string): Handler =>
  (payload) => {
    const name = textAt(payload, 'monitorFriendlyName', 'monitorURL') || 'A monitor'
    const linked = link(name, textAt(payload, 'monitorURL'))
    const details = detailsOf(payload)
    const reason = quote(textAt(payload, 'alertDetails'))
    return { topic: name, content: `${state}: ${linked}${details && ` (${details})`}${reason}` }
  }

const downtime = (payload: unknown) => {
  const seconds = Number(textAt(payload, 'alertDuration')) || 0
  return seconds > 0 ? `after ${Math.ceil(seconds / 60)} min` : ''
}
const expiry = (payload: unknown) => {
  const days = plain(textAt(payload, 'sslExpiryDaysLeft'))
  return days && `${days} days left`
}

export const uptimerobot: Integration = {
  name: 'uptimerobot',
  title: 'UptimeRobot',
  category: 'Monitoring',
  description: 'Posts when a monitor goes down or up, and when a certificate expires.',
  eventOf: (payload) => pick(events, textAt(payload, 'alertType')) ?? 'unknown',
  ...byEvent({
    down: monitor(':rotating_light: **Down**', () => ''),
    up: monitor(':check: **Up**', downtime),
    ssl_expiry: monitor(':warning: **Certificate expires**', expiry),
  }),
}
