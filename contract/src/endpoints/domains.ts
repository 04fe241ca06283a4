import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { realmDomain } from '../objects/organization.ts'
import { json, text } from '../param.ts'

export const getDomains = endpoint({
  route: 'GET /realm/domains',
  summary: 'The domains of which people may have their address, where that is restricted',
  auth: 'user',
  params: {},
  reply: { domains: z.array(realmDomain) },
})

export const addDomain = endpoint({
  route: 'POST /realm/domains',
  summary: 'Add a domain of which people may have their address',
  auth: 'user',
  gate: 'owner',
  params: { domain: text(), allow_subdomains: json(z.boolean()) },
  example: { domain: 'orchard.example', allow_subdomains: false },
  reply: { new_domain: z.tuple([z.int(), z.string()]) },
})

export const updateDomain = endpoint({
  route: 'PATCH /realm/domains/{domain}',
  summary: 'Say whether the subdomains of a domain count, too',
  auth: 'user',
  gate: 'owner',
  path: { domain: 'text' },
  params: { allow_subdomains: json(z.boolean()) },
  example: { domain: 'orchard.example', allow_subdomains: true },
  reply: {},
})

export const removeDomain = endpoint({
  route: 'DELETE /realm/domains/{domain}',
  summary: 'Remove a domain of which people may have their address',
  notes: 'With the last one, addresses are no longer restricted to domains.',
  auth: 'user',
  gate: 'owner',
  path: { domain: 'text' },
  params: {},
  example: { domain: 'orchard.example' },
  reply: {},
})
