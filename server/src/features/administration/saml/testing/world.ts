import { createWorld } from '@loquat/devkit'
import { type ProviderOptions, startIdentityProvider } from './identity-provider.ts'
import { ownKey } from './keys.ts'
import { url } from './login.ts'

/** A world with one identity provider, which knows Carol. */
export async function worldWith(options: ProviderOptions = {}) {
  const provider = await startIdentityProvider(options)
  const config = { url, samlProviders: [provider.config], samlKey: ownKey, rateLimits: false }
  const world = await createWorld({ config, quiet: true })
  provider.account = { nameId: world.carol.email }
  return { provider, world }
}
