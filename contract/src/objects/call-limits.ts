/** Maximum number of participants of a call. Each of them sends audio and video to every other. */
export const maxCallParticipants = 6

/** Type of the submessage with the card of a call. */
export const callType = 'call'

/** Seconds for which a participant stays without renewing. */
export const callLeaseSeconds = 45

/** Seconds after which an unanswered call stops ringing. */
export const callRingSeconds = 30

/** Maximum length of a signal: a session description with candidates. */
export const maxSignalLength = 32_768
