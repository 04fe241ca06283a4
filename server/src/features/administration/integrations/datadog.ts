import { pick } from './handlers.ts'
import type { Integration } from './integration.ts'
import { inParentheses, link, plain, quote } from './markup.ts'
import { textAt } from './read.ts'

const marks: Readonly<Record<string, string>> = {
  triggered: ':rotating_light:',
  're-triggered': ':rotating_light:',
  renotify: ':rotating_light:',
  warn: ':warning:',
  're-warn': ':warning:',
  'no data': ':question:',
  're-no data': ':question:',
  recovered: ':check:',
}

/** The text of a monitor, without the marks that only Datadog's own notifications interpret. */
const unmarked = (text: string) => text.replace(/^%%%|%%%$/g, '').trim()

/**
 * The payload of a webhook is a template in Datadog. This reads the default template, and the fields that the documentation
 * adds to it.
 */
export const datadog: Integration = {
  name: 'datadog',
  title: 'Datadog',
  category: 'Monitoring',
  description: 'Posts alerts of monitors and events.',
  events: [],
  toMessage(payload) {
    const title = textAt(payload, 'title', 'alert_title')
    if (title === '') return undefined
    // The default template has the transition only in the title: `[Triggered] Shed is hot`
    const [, inTitle = '', rest = title] = /^\[([^\]]{1,30})\]\s*(.*)$/s.exec(title) ?? []
    const transition = textAt(payload, 'alert_transition', 'transition') || inTitle
    const mark = pick(marks, transition.toLowerCase()) ?? ':info:'
    const details = inParentheses(
      plain(textAt(payload, 'scope', 'hostname')),
      plain(textAt(payload, 'priority')),
    )
    const state = transition === '' ? '' : `**${plain(transition)}**: `
    const linked = link(rest || title, textAt(payload, 'link', 'url'))
    const body = quote(unmarked(textAt(payload, 'body', 'event_msg')))
    return { topic: rest || title, content: `${mark} ${state}${linked}${details}${body}` }
  },
}
