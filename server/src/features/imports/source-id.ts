/** An ID of the source, unique among objects of its kind. */
export type SourceId = string

/** Microseconds since 1970, UTC. Exact for Slack's `ts` and for milliseconds. */
export type Micros = number
