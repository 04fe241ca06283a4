import type { ProcessMetrics } from './merge.ts'

/** Figures of one process, for people. */
export interface ProcessFigures {
  /** The number of the process among those of this server, from 1. */
  number: number
  startedAt: number
  memoryBytes: number
  eventLoopDelaySeconds: number
  parkedPolls: number
  openStreams: number
  logLagEvents: number
}

/** The figures of running processes. Counts of processes that have ended have no number. */
export const processFigures = (processes: readonly ProcessMetrics[]): ProcessFigures[] =>
  processes
    .filter(({ process }) => process !== '')
    .map(({ process, metrics }) => {
      const value = (name: string) => metrics.find((one) => one.name === name)?.values[0]?.value ?? 0
      return {
        number: Number(process),
        startedAt: value('process_start_time_seconds'),
        memoryBytes: value('process_resident_memory_bytes'),
        eventLoopDelaySeconds: value('nodejs_eventloop_lag_p99_seconds'),
        parkedPolls: value('loquat_parked_polls'),
        openStreams: value('loquat_open_streams'),
        logLagEvents: value('loquat_log_lag_events'),
      }
    })
    .sort((a, b) => a.number - b.number)
