/** Fallback of parts that need no placeholder while they load. Journeys wait until it is gone. */
export const Busy = () => <span hidden aria-busy="true" />
