/** An entry of the LDAP directory. */
export interface Listed {
  uid: string
  cn: string
  mail: string
  password: string
  /** Groups, in tests of the mapping. */
  departmentNumber?: string[]
  /** `left` hides somebody from filters that ask for it. */
  employeeType?: string
}

export type ListedChange = Partial<Pick<Listed, 'cn' | 'departmentNumber' | 'employeeType'>>

export interface RunningDirectory {
  port: number
  change(uid: string, change: ListedChange): Promise<void>
  stop(): Promise<void>
}

export const suffix = 'dc=orchard,dc=example'
export const service = { dn: `cn=loquat,${suffix}`, password: 'may look, not touch' }
export const dnOf = ({ uid }: Pick<Listed, 'uid'>) => `uid=${uid},${suffix}`
