import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { exportConsent, exportType, publicExport, realmExport } from '../objects/exports.ts'
import { json } from '../param.ts'

const administrators = { auth: 'user', gate: 'admin' } as const

export const getExports = endpoint({
  route: 'GET /export/realm',
  summary: 'Get all data exports',
  notes: 'Use this to list the data exports of the organization, including failed and deleted ones.',
  ...administrators,
  params: {},
  reply: { exports: z.array(realmExport) },
})

export const requestExport = endpoint({
  route: 'POST /export/realm',
  summary: 'Create a data export',
  notes:
    'Use this to request an archive of the data of the organization. It is made in the background; an event and a ' +
    'direct message report when it is ready.',
  ...administrators,
  params: { export_type: json(exportType.default(publicExport)) },
  example: { export_type: 1 },
  reply: { id: z.int() },
  reasons: [
    'export-limit-exceeded',
    'export-too-large',
    'export-consent-missing',
    'export-owner-address-hidden',
  ],
})

export const deleteExport = endpoint({
  route: 'DELETE /export/realm/{export_id}',
  summary: 'Delete a data export',
  notes: 'Use this to delete the archive of an export when it is no longer needed.',
  ...administrators,
  path: { export_id: 'int' },
  params: {},
  example: { export_id: sample.export },
  reply: {},
  reasons: ['export-not-found', 'export-deleted', 'export-failed', 'export-pending'],
})

export const getExportConsents = endpoint({
  route: 'GET /export/realm/consents',
  summary: 'Get data export consent',
  notes: 'Use this before an export, to see which active users consent to the export of their private data.',
  ...administrators,
  params: {},
  reply: { export_consents: z.array(exportConsent) },
})
