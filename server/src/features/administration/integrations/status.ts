import type { WebhookMessage } from './integration.ts'
import { code, link, plain } from './markup.ts'

const statusesByMark = {
  ':check:': 'success succeeded successful passed fixed ok built ready completed complete',
  ':cross_mark:':
    'failure failed error errored broken still_failing timed_out startup_failure crashed unauthorized infrastructure_fail',
  ':prohibited:': 'cancelled canceled aborted stopped skipped not_built killed inactive rejected stale',
  ':warning:': 'unstable action_required blocked waiting partially_succeeded',
}
const marks = new Map(
  Object.entries(statusesByMark).flatMap(([mark, statuses]) =>
    statuses.split(' ').map((status) => [status, mark] as const),
  ),
)

/** `timedOut`, `TIMED_OUT`, `Timed out` → `timed_out` */
const keyOf = (status: string) =>
  status
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]/g, '_')
    .toLowerCase()

/** Whether a build or deployment with this status has ended, or waits for a person. */
export const isFinal = (status: string) => marks.has(keyOf(status)) || keyOf(status) === 'neutral'

export const statusMark = (status: string) => marks.get(keyOf(status)) ?? ':info:'

/** `TIMED_OUT` → `timed out` */
export const readable = (status: string) => plain(keyOf(status).replaceAll('_', ' '))

export interface BuildResult {
  topic: string
  name: string
  address: string
  /** Branch or tag. */
  ref: string
  status: string
}

/** The result of a build, as all services for continuous integration show it: `✅ Tests on main: success.` */
export function buildResult({ topic, name, address, ref, status }: BuildResult): WebhookMessage {
  const where = ref === '' ? '' : ` on ${code(ref)}`
  return {
    topic,
    content: `${statusMark(status)} ${link(name, address) || 'A build'}${where}: ${readable(status)}.`,
  }
}
