import { lookup, Resolver } from 'node:dns/promises'

/** The addresses that a name means. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

/** As this machine knows names, with those of its own network. */
export const resolveAnywhere: Resolve = (host) => lookup(host, { all: true })

let resolver: Resolver | undefined

/**
 * By asking name servers only. The way above waits in one of the few threads that also read files and check passwords: whoever
 * has a slow name server could hold up all of that.
 */
export const resolvePublic: Resolve = async (host) => {
  resolver ??= new Resolver({ timeout: 2_500, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const found = (answer: typeof four, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  return [...found(four, 4), ...found(six, 6)]
}
