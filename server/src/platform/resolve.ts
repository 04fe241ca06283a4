import { lookup, Resolver } from 'node:dns/promises'

/** Resolves a host name to addresses. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

/** Uses the system resolver, including local names. */
export const resolveAnywhere: Resolve = (host) => lookup(host, { all: true })

let resolver: Resolver | undefined

/**
 * Queries name servers only. The system resolver blocks one of the few threads that also read files and check
 * passwords, so a slow name server could delay all of that.
 */
export const resolvePublic: Resolve = async (host) => {
  resolver ??= new Resolver({ timeout: 2_500, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const found = (answer: typeof four, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  return [...found(four, 4), ...found(six, 6)]
}
