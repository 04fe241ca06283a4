import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { exportConsent, exportType, publicExport, realmExport } from '../objects/exports.ts'
import { json } from '../param.ts'

const administrators = { auth: 'user', gate: 'admin' } as const

export const getExports = endpoint({
  route: 'GET /export/realm',
  summary: 'The exports of the organization, those that failed or were deleted included',
  ...administrators,
  params: {},
  reply: { exports: z.array(realmExport) },
})

export const requestExport = endpoint({
  route: 'POST /export/realm',
  summary: 'Have an archive made of the data of the organization',
  notes:
    'Type 1 has what is public, type 2 also private messages that somebody who agrees to it can see. It is made in the ' +
    'background: an event and a direct message tell when it is ready.',
  ...administrators,
  params: { export_type: json(exportType.default(publicExport)) },
  example: { export_type: 1 },
  reply: { id: z.int() },
})

export const deleteExport = endpoint({
  route: 'DELETE /export/realm/{export_id}',
  summary: 'Delete the archive of an export',
  ...administrators,
  path: { export_id: 'int' },
  params: {},
  example: { export_id: sample.export },
  reply: {},
})

export const getExportConsents = endpoint({
  route: 'GET /export/realm/consents',
  summary: 'Who agrees that their private data is exported: every active person, no bots',
  ...administrators,
  params: {},
  reply: { export_consents: z.array(exportConsent) },
})
