import { allScopes } from '@loquat/contract'
import type { Realm } from '../../../realms/realm.ts'

export const authorizePath = '/oauth/authorize'
export const tokenPath = '/oauth/token'
export const revokePath = '/oauth/revoke'
export const registerPath = '/oauth/register'
export const serverMetadataPath = '/.well-known/oauth-authorization-server'
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/** Identifies the organization as an authorization server. */
export const issuerOf = ({ directory }: Realm): string => directory.url

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

/** RFC 8414. */
export function serverMetadata(realm: Realm): object {
  const issuer = issuerOf(realm)
  return {
    issuer,
    authorization_endpoint: issuer + authorizePath,
    token_endpoint: issuer + tokenPath,
    revocation_endpoint: issuer + revokePath,
    ...(realm.directory.setting('app_self_registration_enabled') && {
      registration_endpoint: issuer + registerPath,
    }),
    scopes_supported: allScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/api/docs`,
  }
}

/** Resources below the organization that clients look up by themselves. The empty one is the organization. */
const resources = ['', '/api/v1', '/mcp']

/** RFC 9728. Undefined for a path that is no resource. */
export function resourceMetadata(realm: Realm, path: string): object | undefined {
  if (!resources.includes(path)) return undefined
  const issuer = issuerOf(realm)
  return {
    resource: issuer + path,
    authorization_servers: [issuer],
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: realm.directory.realm.name,
    resource_documentation: `${issuer}/api/docs`,
  }
}
