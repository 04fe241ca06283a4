/** Ways to log in, in the words of the specification; `password` stands for any that takes one. */
export const authenticationMethods: Record<string, boolean> = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  saml: false,
  'openid connect': false,
}
