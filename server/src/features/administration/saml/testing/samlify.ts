import { createRequire } from 'node:module'

/** A message, parsed. */
export interface ParsedMessage {
  extract: { request?: { id: string }; nameID?: unknown }
}

/** A request as a web framework has it. */
interface ReceivedQuery {
  query: Record<string, string>
  /** The text that the signature covers. */
  octetString: string
}

export interface SamlifyEntity {
  entityMeta: {
    getEntityID(): string
    getAssertionConsumerService(binding: string): string
    getSingleLogoutService(binding: string): string
  }
  getMetadata(): string
}

interface Template {
  relayState?: string
  customTagReplacement?(): { id: string; context: string }
}

export interface SamlifyProvider extends SamlifyEntity {
  parseLoginRequest(from: SamlifyEntity, binding: 'redirect', request: ReceivedQuery): Promise<ParsedMessage>
  parseLogoutRequest(from: SamlifyEntity, binding: 'redirect', request: ReceivedQuery): Promise<ParsedMessage>
  parseLogoutResponse(
    from: SamlifyEntity,
    binding: 'redirect',
    request: ReceivedQuery,
  ): Promise<ParsedMessage>
  createLoginResponse(
    to: SamlifyEntity,
    request: ParsedMessage,
    binding: 'post',
    user: object,
    template: Template,
  ): Promise<{ context: string }>
  createLogoutRequest(
    to: SamlifyEntity,
    binding: 'redirect' | 'post',
    user: object,
    template: Template,
  ): { context: string }
  createLogoutResponse(to: SamlifyEntity, request: ParsedMessage, binding: 'redirect'): { context: string }
}

interface Samlify {
  IdentityProvider(settings: object): SamlifyProvider
  ServiceProvider(settings: object): SamlifyEntity
  setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void
  SamlLib: { encryptAssertion(from: SamlifyEntity, to: SamlifyEntity, xml: string): Promise<string> }
}

/** Its own types would bring those of browsers into the whole server. */
export const samlify = createRequire(import.meta.url)('samlify') as Samlify

// It would need a program in Java. The provider trusts its own test.
samlify.setSchemaValidator({ validate: async () => 'not checked' })
