/** An entry of the LDAP directory. */
export interface Listed {
  uid: string
  cn: string
  mail: string
  password: string
}

export interface RunningDirectory {
  port: number
  stop(): Promise<void>
}

export const suffix = 'dc=orchard,dc=example'
export const service = { dn: `cn=loquat,${suffix}`, password: 'may look, not touch' }
export const dnOf = ({ uid }: Pick<Listed, 'uid'>) => `uid=${uid},${suffix}`
