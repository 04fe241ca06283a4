import { type GifProviderName, gifProviders } from '@loquat/contract/light'

export interface GifConfig {
  /** The service that is searched for GIFs, and our key there. If unset, there are no GIFs. */
  gifs: { provider: GifProviderName; key: string } | undefined
}

type Env = Readonly<Record<string, string | undefined>>

const settingOf = { giphy: 'LOQUAT_GIPHY_API_KEY', tenor: 'LOQUAT_TENOR_API_KEY' } as const

export function gifConfigFrom(env: Env, problems: string[]): GifConfig {
  const [first, second] = gifProviders.flatMap((provider) => {
    const key = env[settingOf[provider]]?.trim()
    return key ? [{ provider, key }] : []
  })
  if (second !== undefined) problems.push(`Set ${settingOf.giphy} or ${settingOf.tenor}, not both.`)
  if (first !== undefined && !/^[\w-]{8,200}$/.test(first.key))
    problems.push(`${settingOf[first.provider]} must have 8 to 200 letters, digits, hyphens and underscores.`)
  return { gifs: first }
}
