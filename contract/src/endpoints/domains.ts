import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { realmDomain } from '../objects/organization.ts'
import { json, text } from '../param.ts'

export const getDomains = endpoint({
  route: 'GET /realm/domains',
  summary: 'Get allowed email domains',
  notes: 'Use this to list the domains that email addresses are restricted to.',
  auth: 'user',
  params: {},
  reply: { domains: z.array(realmDomain) },
})

export const addDomain = endpoint({
  route: 'POST /realm/domains',
  summary: 'Add an allowed email domain',
  notes: 'Use this to allow email addresses of another domain.',
  auth: 'user',
  gate: 'owner',
  params: { domain: text(), allow_subdomains: json(z.boolean()) },
  example: { domain: 'orchard.example', allow_subdomains: false },
  reply: { new_domain: z.tuple([z.int(), z.string()]) },
  reasons: ['domain-name-invalid', 'domain-name-taken'],
})

export const updateDomain = endpoint({
  route: 'PATCH /realm/domains/{domain}',
  summary: 'Update an allowed email domain',
  notes: 'Use this to allow or disallow the subdomains of a domain.',
  auth: 'user',
  gate: 'owner',
  path: { domain: 'text' },
  params: { allow_subdomains: json(z.boolean()) },
  example: { domain: 'orchard.example', allow_subdomains: true },
  reply: {},
  reasons: ['domain-not-found'],
})

export const removeDomain = endpoint({
  route: 'DELETE /realm/domains/{domain}',
  summary: 'Remove an allowed email domain',
  notes:
    'Use this to no longer accept email addresses of a domain. After the last one is removed, addresses are not ' +
    'restricted to domains.',
  auth: 'user',
  gate: 'owner',
  path: { domain: 'text' },
  params: {},
  example: { domain: 'orchard.example' },
  reply: {},
  reasons: ['domain-not-found'],
})
