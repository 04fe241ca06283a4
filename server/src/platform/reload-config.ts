type Env = Readonly<Record<string, string | undefined>>

/** How long the steps of a reload may take. */
export interface ReloadConfig {
  reload: {
    /** A replaced worker closes the connections that are left after this time. */
    drainMs: number
    /** A new worker that is not ready after this time is given up, and the reload with it. */
    readyMs: number
  }
}

const maxSeconds = 86_400

export function reloadConfigFrom(env: Env, problems: string[]): ReloadConfig {
  const milliseconds = (name: string, fallback: number) => {
    const seconds = Number(env[name]?.trim() || fallback)
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= maxSeconds) return seconds * 1_000
    problems.push(`${name} must be a whole number from 1 to ${maxSeconds}, not "${env[name]}".`)
    return fallback * 1_000
  }
  return {
    reload: {
      // Longer than a client keeps an idle connection (72 seconds), so that no request meets a connection that is closed.
      drainMs: milliseconds('LOQUAT_DRAIN_SECONDS', 90),
      readyMs: milliseconds('LOQUAT_READY_SECONDS', 120),
    },
  }
}
