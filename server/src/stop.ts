/** A stopping worker is ended after this time. */
export const stopTimeoutMs = 8_000

/** Stops in time, even if something hangs. Returns the exit status. */
export async function stopInTime(stop: () => Promise<void>, timeoutMs = stopTimeoutMs): Promise<0 | 1> {
  const { promise: late, resolve } = Promise.withResolvers<1>()
  const timer = setTimeout(() => resolve(1), timeoutMs)
  const stopped = stop().then(
    () => 0 as const,
    (error: unknown) => {
      console.error(error)
      return 1 as const
    },
  )
  const status = await Promise.race([stopped, late])
  clearTimeout(timer)
  return status
}
