import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** The metrics of Node. One registry for the whole process, because its observer and its timer cannot be stopped. */
export function nodeMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
