/** An attribute of a schema, with the characteristics of RFC 7643, section 2.2. */
export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex'
  description: string
  multiValued?: boolean
  required?: boolean
  caseExact?: boolean
  mutability?: 'readOnly' | 'readWrite' | 'immutable'
  returned?: 'always' | 'default'
  uniqueness?: 'none' | 'server'
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
  subAttributes?: readonly Attribute[]
  /** False for attributes that SCIM defines and we accept, but do not keep. They are not in the schema. */
  isKept?: false
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const textAttribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
})
const ignored = (name: string): Attribute => ({ name, type: 'string', description: '', isKept: false })

/** Attributes that all resources have and schemas do not list. */
const common: readonly Attribute[] = [
  textAttribute('id', 'ID of the resource.', { caseExact: true, mutability: 'readOnly', returned: 'always' }),
  textAttribute('externalId', 'ID of the resource in the identity provider.', { caseExact: true }),
  { name: 'schemas', type: 'reference', description: 'Schemas.', multiValued: true, caseExact: true },
  {
    name: 'meta',
    type: 'complex',
    description: 'Metadata.',
    mutability: 'readOnly',
    subAttributes: [
      textAttribute('resourceType', 'User or Group.', { caseExact: true }),
      { name: 'created', type: 'dateTime', description: 'When it was created.' },
      { name: 'lastModified', type: 'dateTime', description: 'When it was last changed.' },
      { name: 'location', type: 'reference', description: 'URL of the resource.', caseExact: true },
      textAttribute('version', 'Entity tag.', { caseExact: true }),
    ],
  },
]

const userAttributes: readonly Attribute[] = [
  textAttribute('userName', 'The email address that the user logs in with.', {
    required: true,
    uniqueness: 'server',
    returned: 'always',
  }),
  {
    name: 'name',
    type: 'complex',
    description: 'The parts of the name.',
    subAttributes: [
      textAttribute('formatted', 'The full name, as displayName.'),
      textAttribute('familyName', 'The family name.'),
      textAttribute('givenName', 'The given name.'),
    ],
  },
  textAttribute('displayName', 'The full name that others see.'),
  { name: 'active', type: 'boolean', description: 'Whether the account can be used.' },
  {
    name: 'emails',
    type: 'complex',
    description: 'The email address, which follows from userName.',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      textAttribute('value', 'The email address.', { mutability: 'readOnly' }),
      textAttribute('type', 'The kind of address.', { mutability: 'readOnly', canonicalValues: ['work'] }),
      {
        name: 'primary',
        type: 'boolean',
        description: 'Whether it is the main address.',
        mutability: 'readOnly',
      },
    ],
  },
]

const ignoredUserAttributes = [
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'groups',
  'entitlements',
  'roles',
  'x509Certificates',
].map(ignored)

const groupAttributes: readonly Attribute[] = [
  textAttribute('displayName', 'The name of the group.', {
    required: true,
    caseExact: true,
    uniqueness: 'server',
  }),
  {
    name: 'members',
    type: 'complex',
    description: 'The users in the group.',
    multiValued: true,
    subAttributes: [
      textAttribute('value', 'ID of the user.', { caseExact: true, mutability: 'immutable' }),
      {
        name: '$ref',
        type: 'reference',
        description: 'URL of the user.',
        caseExact: true,
        mutability: 'immutable',
        referenceTypes: ['User'],
      },
      textAttribute('display', 'The full name of the user.', { mutability: 'readOnly' }),
      textAttribute('type', 'Always "User".', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  },
]

/** All attributes by kind of resource, by which filters are checked. */
export const attributesOf = {
  User: [...common, ...userAttributes, ...ignoredUserAttributes],
  Group: [...common, ...groupAttributes],
} as const satisfies Record<string, readonly Attribute[]>

export type ResourceType = keyof typeof attributesOf

function present(attribute: Attribute): object {
  const { name, type, description, subAttributes, canonicalValues, referenceTypes } = attribute
  return {
    name,
    type,
    multiValued: attribute.multiValued ?? false,
    description,
    required: attribute.required ?? false,
    ...(canonicalValues && { canonicalValues }),
    ...(referenceTypes && { referenceTypes }),
    ...(type === 'boolean' || type === 'complex' ? {} : { caseExact: attribute.caseExact ?? false }),
    mutability: attribute.mutability ?? 'readWrite',
    returned: attribute.returned ?? 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    ...(subAttributes && { subAttributes: subAttributes.map(present) }),
  }
}

const schemaOf = (id: string, name: string, description: string, attributes: readonly Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: attributes.map(present),
})

/** The documents of `/Schemas`. Each gets its location when it is sent. */
export const schemas = [
  schemaOf(userSchema, 'User', 'A person with an account', userAttributes),
  schemaOf(groupSchema, 'Group', 'A user group', groupAttributes),
]

const resourceType = (id: ResourceType, endpoint: string, schema: string, description: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint,
  description,
  schema,
  schemaExtensions: [],
})

export const resourceTypes = [
  resourceType('User', '/Users', userSchema, 'People with an account'),
  resourceType('Group', '/Groups', groupSchema, 'User groups'),
]

export const serviceProviderConfig = (maxResults: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an owner created in the organization settings.',
      primary: true,
    },
  ],
})
